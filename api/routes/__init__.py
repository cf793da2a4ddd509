"""The endpoints, one module a subject; the docstring of an endpoint is its text in `/openapi.json`, hence in French."""

from fastapi import APIRouter

from api.routes import games, health, questions, rules, works

ROUTERS: tuple[APIRouter, ...] = (questions.router, rules.router, games.router, works.router, health.router)

__all__ = ["ROUTERS"]
