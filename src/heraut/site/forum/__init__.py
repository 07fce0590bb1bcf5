"""The forum of each match and those of the site (GP-SITE-29, 30, 34): threads, posts, drafts, search, unread marks.

models.py      forums, threads, posts, drafts, marks     scopes.py        who is before which forum, what he may there
entrances.py   how one comes before a forum              reading.py       what a reader is shown, and what is new to him
posting.py     threads, answers, edits, drafts           formatting.py    Markdown, cleaned, as pages show it
search.py      words of a forum                          search_index.py  their index, for both databases
following.py   mails and pushes of what is new           conduct.py       the code of conduct
views.py, post_page.py, urls.py, match_urls.py           the pages, and their addresses
demonstration.py  what is said in the demonstration      template_functions.py  what templates call
"""
