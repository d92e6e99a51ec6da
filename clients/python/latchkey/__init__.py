"""A device client for Latchkey, written from docs/protocol.md. Needs Python 3.9 or later and no packages."""
