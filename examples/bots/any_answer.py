"""A bot as a program of its own: it draws one of the answers, else one of the usual orders.

It knows nothing of Héraut but the lines that it reads and writes, and could be written in any language:

    heraut simulate fief --seats 2 --matches 10 --seed 1 --bots "player,program:python3 examples/bots/any_answer.py"
"""

import json
import random
import sys

for line in sys.stdin:
    question = json.loads(line)
    chance = random.Random(question["seed"])
    known = question["answers"] or question["offers"]
    text = chance.choice(known) if known else question["default"]
    print(json.dumps({"number": question["number"], "text": text}), flush=True)
