"""The order sheet: what may be looked up (book); lines read, checked, written; usual orders, and sheets by chance."""
