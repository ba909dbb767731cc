"""Client of the Alpha Data API: feeds as data frames, GraphQL, live streams. Needs the standard library alone."""

from ._client import Client
from ._errors import AlphaError, HistoryClamped

__all__ = ["AlphaError", "Client", "HistoryClamped"]
