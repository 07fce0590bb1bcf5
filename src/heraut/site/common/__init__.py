"""What every other part of the site may use.

words.py           the catalogue in pages: `say`         forms.py           labels and hints from the catalogue
input_cleaning.py  what is typed, cleaned                refusals.py        what cannot be done, and why
paging.py          long lists, a page at a time          rendering.py       templates as parts of pages
context.py         what every template may use           headers.py         security headers
busy.py, errors.py a database that is held, or fails     slices.py          long work, a little at a time
compiled_queries.py  queries written once a process      outbound.py        requests to addresses that others typed
versions.py        addresses of static files             environment.py     variables of the environment, read
data_folder.py     kept from all but its owner        own_pages.py       where a form may ask to go on to
main_menu.py       the main pages of the site           left_behind.py     what was written when it went wrong
template_functions.py  what templates of all pages call
"""
