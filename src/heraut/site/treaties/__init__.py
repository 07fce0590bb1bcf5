"""The ledger of treaties: promises proposed, countersigned, recalled, kept or broken; none is enforced.

models.py     treaties and their parties          kinds.py     what sorts of promises a game has: typed, pure
reading.py    what a reader sees of them          proposing.py a form that becomes a proposal
signing.py    signed, refused, withdrawn, judged by word     told.py  mails, and lines of the chronicle
recall.py     orders that would break one         judging.py   kept or broken, after each turn
keeping.py    what is kept about a player         views.py     the pages
"""
