"""`heraut play`: the whole site on this machine, with a match under way and one click to enter."""

from __future__ import annotations

import os
import socket
import threading
import time

import click

from heraut.cli import arguments
from heraut.cli.screen import Misuse, Screen
from heraut.cli.site import apart, bound, serve_pages

HOST, PORTS = "127.0.0.1", range(8000, 8050)
FOLDER = "heraut-demo"  # never the data of a site that people play on: whoever opens this one is its demo player


@arguments.command
@click.option("--port", type=arguments.PORT)
@click.option("--browse", is_flag=True)
@click.option("--seed")
@click.pass_obj
def play(screen: Screen, port: int | None, browse: bool, seed: str | None) -> int:
    """A demonstration of the site."""
    chosen = port or free_port()
    url = f"http://{HOST}:{chosen}"
    os.environ |= {"HERAUT_URL": url, "HERAUT_DEMO": "1", "HERAUT_HOSTS": f"{HOST},localhost", "HERAUT_MAIL": "page"}
    os.environ.setdefault("HERAUT_DATA", FOLDER)
    os.environ.pop("HERAUT_DATABASE", None)
    with bound(HOST, chosen) as listening:
        screen.say("preparing_demo")
        if status := apart(screen, "prepare", "--demo", *([f"--seed={seed}"] if seed is not None else [])):
            return status
        threading.Thread(target=announce, args=(screen, url, browse), daemon=True).start()
        return serve_pages(screen, listening, 1, with_worker=True)


def free_port() -> int:
    """The first port from 8000 on that nobody listens on. Raises Misuse when all are taken."""
    for port in PORTS:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((HOST, port))
            except OSError:
                continue
            return port
    raise Misuse("no_free_port", first=PORTS.start, last=PORTS.stop - 1)


def announce(screen: Screen, url: str, browse: bool) -> None:
    """Says where the site is once it answers, and opens it in a browser if that was asked for."""
    while not answers(url):
        time.sleep(0.2)
    screen.say("playing", url=url, enter=f"{url}/compte/demo/")
    if browse:
        import webbrowser

        webbrowser.open(f"{url}/compte/demo/")


def answers(url: str) -> bool:
    """Whether the site is there."""
    from urllib.request import urlopen

    try:
        with urlopen(url, timeout=2):  # noqa: S310  the address of our own site
            return True
    except OSError:
        return False
