"""A bot whose author has made a mistake: it cannot even be loaded."""

bot = 1 / 0
