"""What players are told outside the pages: mails, pushes to their devices, and the webhooks of a table.

A mail is a `Letter` here; a letter between two lords is a `Message` of `site/messaging`. All are written in the
transaction of what they tell, and sent by the worker.

models.py        mails, pushes, devices, webhooks        outbox.py           written, and who wants which sort
match_mails.py   mails of a match: start, turn, end      decision_mails.py   it is your turn, in games by decision
news.py          one sentence and a link                 rewind_mails.py     a match was rewound
reminders.py     before a deadline                       listener.py         what matches and clock hand up to here
claims.py        no two workers send the same            sender.py           mails sent
mail.py          a letter as an e-mail message           mail_server.py      SMTP, and whose fault a failure is
html_report.py   a report as HTML                        pictures.py         the map in a mail
devices.py       browsers that may show a push           push_sender.py, vapid.py   pushes sent, and their key
hooks.py         webhooks written                        hook_sender.py      webhooks sent
ways.py, views.py, context.py, urls.py, ways_urls.py     the pages, and their addresses
"""
