"""The static site: one page a provision, written from the knowledge base alone."""

from kb.site.building import build_site
from kb.site.reporting import SiteReport, Step

__all__ = ["SiteReport", "Step", "build_site"]
