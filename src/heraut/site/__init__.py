"""The site: the whole life of a match in the browser. Rules live in the games; models are shelves for pure objects."""
