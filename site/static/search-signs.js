// Numbers and sets of numbers, as kb/search/portable/symbols.py writes them in text.
(() => {
  "use strict";

  const arbitre = (window.arbitre ??= {});
  const SIGNS = Array.from({ length: 95 }, (_, place) => String.fromCharCode(32 + place)).filter((sign) => !'"\\<'.includes(sign));
  const ENDING = SIGNS.length - 8;
  const VALUES = new Int16Array(128).fill(-1);
  SIGNS.forEach((sign, place) => (VALUES[sign.charCodeAt(0)] = place));

  /** Reads numbers one after the other. @param {string} text @returns {() => number} */
  function reader(text) {
    let at = 0;
    return () => {
      let number = 0;
      let scale = 1;
      while (at < text.length) {
        const value = VALUES[text.charCodeAt(at++)];
        if (value < ENDING) return number + value * scale;
        number += value * scale;
        scale *= 8;
      }
      return number;
    };
  }

  /** All the numbers of a text. @param {string} text @returns {number[]} */
  function numbers(text) {
    /** @type {number[]} */
    const found = [];
    let number = 0;
    let scale = 1;
    for (let at = 0; at < text.length; at++) {
      const value = VALUES[text.charCodeAt(at)];
      if (value < ENDING) {
        found.push(number + value * scale);
        number = 0;
        scale = 1;
      } else {
        number += value * scale;
        scale *= 8;
      }
    }
    return found;
  }

  const unfolded = (/** @type {number} */ number) => (number % 2 ? -(number + 1) / 2 : number / 2);

  /** Numbers told each from the one before. @param {string} text */
  function summed(text) {
    let sum = 0;
    return numbers(text).map((gap) => (sum += gap));
  }

  /** Sets of numbers, by binary interpolative coding. */
  class Bits {
    /** @param {string} text in base 64 */
    constructor(text) {
      this.bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
      this.at = 0;
    }

    /** @param {number} width */
    take(width) {
      let found = 0;
      for (; width > 0; width--, this.at++) found = found * 2 + ((this.bytes[this.at >> 3] >> (7 - (this.at & 7))) & 1);
      return found;
    }

    /** One number among as many as there are choices. @param {number} choices */
    number(choices) {
      const width = 31 - Math.clz32(choices);
      const short = 2 ** (width + 1) - choices;
      const found = this.take(width);
      return found < short ? found : found * 2 + this.take(1) - short;
    }

    /** A set of so many numbers, each below `size`. @param {number} count @param {number} size */
    set(count, size) {
      const found = new Array(count);
      this.between(found, 0, count, 0, size - 1);
      return found;
    }

    /** @param {number[]} found @param {number} first @param {number} last @param {number} low @param {number} high */
    between(found, first, last, low, high) {
      while (first < last) {
        const middle = (first + last) >> 1;
        const least = low + middle - first;
        found[middle] = least + this.number(high - (last - 1 - middle) - least + 1);
        this.between(found, first, middle, low, found[middle] - 1);
        low = found[middle] + 1;
        first = middle + 1;
      }
    }
  }

  Object.assign(arbitre, { reader, numbers, unfolded, summed, Bits });
})();
