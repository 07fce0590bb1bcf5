"""The lobby: the home page, tables waiting for players, the muster, the host's powers, seats that change hands."""
