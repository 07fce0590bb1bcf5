"""The gazette of a match (GP-SITE-31, 32): anonymous articles, an editor, an issue a turn, print and book.

models.py      issues, articles, pieces; who wrote what  authorship.py    who wrote an article: nothing else reads it
articles.py    an article in its author's hand           in_hand.py       the lock under which it is changed
input_cleaning.py  what is typed, as it is kept          markup.py        what is typed becomes HTML
pieces.py      pictures and sounds of articles           pictures.py, sounds.py   those made anew
editor.py      the editor's desk                         refusals.py      why something is not taken
publishing.py  an issue for each turn                    chronicle.py     the turn told from its public events
printing.py    pages and books that readers want         sheets.py        what stands in them, as plain values
pdf.py         the printed page                          epub.py          the book of a match
mails.py       the mail of a new issue                   layout.py        the layout of its pages
feed.py        the issues as an Atom feed
views.py, author_views.py, editor_views.py, oversight_views.py, urls.py, match_urls.py   the pages, and their addresses
"""
