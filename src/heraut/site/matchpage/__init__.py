"""The pages of a match: what is the same for every game. What is a game's own stands in `site/games/<game>/`.

urls.py          every address, with the name of its page    match_access.py  one person at one match, what he may see
views.py         who comes in, which game's page answers     saving.py        orders coming in, version by version
layout.py        what stands around each page                polling.py       has anything happened since?
live_lines.py    what a page says of what happens meanwhile  fragments.py     pieces of pages made once
decisions.py     one decision at a time                      checked_lines.py lines of orders, checked
step_counts.py   counts of steps, for plots                  plots.py         curves
calendar.py      the deadlines as a calendar file       proposals.py     an order that a touch gives
status_bar.py    the bar that is always in view         guide.py         a guided first turn, as a game declares it
guide_cards.py   who is shown it, which steps are done  models.py        what a player has seen of it
rehearsals.py    plans tried on guesses, within bounds  outcomes.py      what many trials have in common, in bars
rehearsal_page.py  what a page of them is asked for, and shows
chancery.py      letters, forum, gazette, treaties       rewinds.py       where the match was rewound, what changed
since.py         what has happened since the last visit  orders_given.py  who has given orders
film.py          a match as a film                       finale.py        its end
hand_over.py     two at one screen                       turns.py         turns and their steps, in lists
board_pictures.py  pictures of boards, as files         masters.py       whether the masters among bots are ready
sharing.py       what a link to a match shows where it is shared
stand_ins.py     what is told to a player whose seat somebody else plays
shut_out.py      what is told to whoever may take no seat

A game's package declares a `GameSite` (`matches/adapters.py`). Its `pages` hold for each name in urls.py a function of
the access (and of what its address says) that gives a response; `tabs` are the ways to them. The templates `purse.html`
and `styles.html` show the lord's wealth at the top of a page and bring its styles.
A game played by orders keeps one text as the truth: forms and clicks write lines of it, the panel checks it. Parts of a
page that come anew say by `data-say` and `data-say-lines` what is read aloud, and by `data-anew`
where the focus goes on (static/play/focus.js): none of them is a live region itself. A page is made from
`MatchAccess.view` and `MatchAccess.events` alone: these two are the wall.
"""
