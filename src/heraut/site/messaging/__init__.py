"""Letters between two lords of a match or several, read by nobody else, and what a table says in the open.

models.py    threads, letters, lines          reading.py       what a lord reads, and whom he knows by name
posting.py   sending, blocking                groups.py        letters of several
sealed.py    letters that wait                letter_files.py  one's own letters as a file
reply_address.py, reply_text.py, mail_in.py, mail_round.py     answers by mail, and the server that takes them
views.py     the two pages of letters         table_talk.py    table talk, of the games that ask for it
reporting.py words reported by whoever reads them
"""
