"""The order sheet: what may be looked up (book), lines read, checked and written, and sheets by chance (sample)."""
