"""The ground floor: plane geometry for games played on a table. Pure; nothing of a game, nothing of the web."""
