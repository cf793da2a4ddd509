"""The static site: one page a provision, written from the knowledge base alone."""

from kb.site.building import SiteReport, build_site
from kb.site.games import Step

__all__ = ["SiteReport", "Step", "build_site"]
