// Where the API answers below the root of the site: how a page asks it; its answer, which it draws itself, above the results of a search.
(() => {
  "use strict";

  const arbitre = (window.arbitre ??= {});
  const { button, element, root } = arbitre;
  const PART = "text/vnd.arbitre+html";

  /** What an address below `/v1/` answers: JSON, or where it is asked as a part of a page, its nodes. What the API refuses is an error with
   *  its French sentence and the `attribute` at fault, empty where there is none; another error where nothing answers. */
  async function asked(address, { query = {}, body, signal, part = true } = {}) {
    const url = new URL(`v1/${address}`, root);
    for (const [name, value] of Object.entries(query)) if (value) url.searchParams.set(name, value);
    const posted = body === undefined ? {} : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
    const response = await fetch(url, { ...posted, signal, headers: { accept: part ? PART : "application/json", ...posted.headers } });
    if (part && response.ok) return drawn(await response.text());
    const answer = await response.json();
    if (!response.ok) throw Object.assign(new Error(answer.detail ?? "La réponse est illisible."), { attribute: answer.attribute ?? "" });
    return answer;
  }

  /** The nodes of a part, whose links are from the root of the site. @param {string} html */
  function drawn(html) {
    const { content } = Object.assign(element("template"), { innerHTML: html });
    for (const link of content.querySelectorAll("a")) link.href = new URL(link.getAttribute("href"), root).href;
    for (const part of content.querySelectorAll("details.answer")) part.addEventListener("toggle", () => cut(part), { once: true });
    for (const act of content.querySelectorAll(".acts button")) act.addEventListener("click", () => copied(act));
    return content;
  }

  // The address at which an answer is given again, or what a reader sends to who keeps the rules.
  function copied(act) {
    const { address, words } = act.dataset;
    if (address) arbitre.copy(new URL(address, root).href, act, "Lien copié");
    else arbitre.copy(words.replace(/[\u00a0\u202f]/g, " "), act, "Rapport copié : collez-le où vous voulez.");
  }

  // Above the results of a search: the answer itself. Where nothing answers, the ranking stands alone.

  const [LONGEST, HITS, MANY, LONG] = [1000, 10, 4, 12];

  // A long quote is cut until it is asked for.
  function cut(node) {
    for (const quote of node.querySelectorAll(":scope > :is(blockquote, .table)")) {
      const line = parseFloat(getComputedStyle(quote).lineHeight);
      if (quote.scrollHeight < (LONG + 2) * line) continue;
      quote.classList.add("cut");
      const whole = button("unfold", "Tout lire", () => (quote.classList.remove("cut"), whole.remove()));
      quote.after(whole);
    }
  }

  /** Shows above the results of a search what the API answers; its hits, or nothing where it cannot be reached. @param {HTMLElement} place */
  async function answered(place, { question, game, kind, signal }) {
    const show = (...nodes) => {
      place.replaceChildren(...nodes);
      place.removeAttribute("aria-busy");
      for (const node of place.querySelectorAll("section.answer")) cut(node);
    };
    if (!question) return show();
    const q = question.slice(0, LONGEST);
    try {
      const found = await asked("ask", { query: { q, game, limit: game ? HITS : MANY }, signal });
      const data = found.querySelector("script");
      const listed = JSON.parse(data.textContent);
      data.remove();
      show(found);
      // Of one kind, or where no game answers, what is nearest.
      if (!kind && listed.hits.length) return listed;
      const { results, total } = await asked("search", { query: { q, game, kind }, signal, part: false });
      return { hits: results, total, answerable: listed.answerable };
    } catch (fault) {
      if (signal.aborted) return null;
      show(...("attribute" in fault ? [element("p", "fault", fault.message)] : []));
      return "attribute" in fault ? { hits: [] } : null;
    }
  }

  Object.assign(arbitre, { answered, asked, words: WORDS });
})();
