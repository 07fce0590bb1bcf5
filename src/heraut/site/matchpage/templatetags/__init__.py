"""Tags of the templates below."""
