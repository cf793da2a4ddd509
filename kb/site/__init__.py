"""The static site: one page a provision, written from the knowledge base alone."""

from kb.site.building import SiteReport, Step, build_site

__all__ = ["SiteReport", "Step", "build_site"]
