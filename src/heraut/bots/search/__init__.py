"""Search, for the masters of several games: in states that are guessed from a view, by playouts without views."""
