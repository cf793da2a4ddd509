"""The static site: one page a provision, written from the knowledge base alone."""

from kb.site.building import SiteReport, build_site

__all__ = ["SiteReport", "build_site"]
