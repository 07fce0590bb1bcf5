"""The world: how it comes about, where everything lies, who stands where, and how it is copied."""
