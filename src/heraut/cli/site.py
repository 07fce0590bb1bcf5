"""`heraut serve | worker | createhost | migrate | backup | restore`: the site, from the command line."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import click

from heraut.cli import arguments
from heraut.cli.screen import Misuse, Refused, Screen

backup_file = click.argument("file", type=arguments.PATH, metavar="backup")


def open_site() -> None:
    """Loads the site. Raises Misuse where it is not installed."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "heraut.site.settings")
    try:
        import django
    except ImportError:
        raise Misuse("site_not_installed") from None
    django.setup()


@arguments.command
@click.option("--host", default="127.0.0.1")
@click.option("--port", type=arguments.PORT, default=8000)
@click.option("--processes", type=arguments.COUNT, default=1)
@click.option("--no-worker", is_flag=True)
@click.pass_obj
def serve(screen: Screen, host: str, port: int, processes: int, no_worker: bool) -> None:
    """Serves the pages, with a worker beside them."""
    here = "127.0.0.1" if host in ("0.0.0.0", "::") else host
    os.environ.setdefault("HERAUT_URL", f"http://{here}:{port}")
    open_site()
    from django.conf import settings

    prepare_database()
    refuse_taken_port(host, port)
    if settings.MAIL == "page" and settings.HOST not in ("127.0.0.1", "localhost", "::1"):
        screen.warn(screen.text("mail_goes_nowhere"), style="bold yellow")
    screen.say("serving", url=settings.URL)
    serve_pages(host, port, processes, 0 if no_worker else begin_worker())


def prepare_database() -> None:
    """SQLite is brought up to date at once; any other database by `heraut migrate`, once for all its servers.

    Raises Refused when that was not done.
    """
    from django.core.management import call_command
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    from heraut.site.matches.carry_over import carry_all_over, left_behind

    if connection.vendor == "sqlite":
        call_command("migrate", verbosity=0)
        carry_all_over()
        return
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()) or left_behind().exists():
        raise Refused("not_migrated")


def refuse_taken_port(host: str, port: int) -> None:
    """Raises Refused when another program listens there, or the address is not ours."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise Refused("port_taken", host=host, port=port, reason=error.strerror or str(error)) from None


def begin_worker() -> int:
    """Begins the worker beside the pages; its process number. It ends by itself should this process disappear."""
    os.environ["HERAUT_ATTACHED"] = str(os.getpid())
    return subprocess.Popen([sys.executable, "-m", "heraut", "worker"]).pid


def serve_pages(host: str, port: int, processes: int, worker: int) -> NoReturn:
    """Becomes what serves the pages, and keeps the worker, until SIGTERM, SIGINT or SIGHUP (`site/server.py`)."""
    sys.stdout.flush()
    words = [sys.executable, "-m", "heraut.site.server", host, str(port), str(processes), str(worker)]
    os.execv(sys.executable, words)


@arguments.command
@click.option("--once", is_flag=True)
@click.option("--only", type=click.Choice(["clock", "mail"]))
def worker(once: bool, only: str | None) -> None:
    """Keeps deadlines and sends letters, neither of which waits for the other."""
    open_site()
    from heraut.site.clock.worker import Worker

    if os.environ.get("HERAUT_ATTACHED"):
        os.nice(10)
    prepare_database()
    chosen = Worker([only] if only else ())
    if once:
        chosen.once()
    else:
        sys.exit(chosen.run())


@arguments.command
@click.pass_obj
def migrate(screen: Screen) -> None:
    """Brings the database up to date."""
    open_site()
    from django.core.management import call_command

    from heraut.site.matches.carry_over import carry_all_over

    call_command("migrate", verbosity=0)
    screen.say("migrated", carried=carry_all_over())


@arguments.command
@click.argument("name", metavar="player")
@click.argument("email")
@click.pass_obj
def createhost(screen: Screen, name: str, email: str) -> None:
    """Makes an account that may do everything; the password is asked for, or read from HERAUT_PASSWORD."""
    open_site()
    from allauth.account.models import EmailAddress  # type: ignore[import-untyped, unused-ignore]
    from django.contrib.auth.password_validation import validate_password
    from django.core.exceptions import ValidationError
    from django.core.validators import validate_email
    from django.db import IntegrityError, transaction

    from heraut.site.accounts.models import Player

    prepare_database()
    password = os.environ.get("HERAUT_PASSWORD") or ask_password(screen)
    try:
        validate_email(email)
        validate_password(password, Player(username=name, email=email))
        with transaction.atomic():
            player = Player.objects.create_superuser(name, email, password, language=screen.lang)
            EmailAddress.objects.create(user=player, email=player.email, verified=True, primary=True)
    except ValidationError as error:
        raise Misuse("bad_host", reason=" ".join(error.messages)) from None
    except IntegrityError:
        raise Refused("host_exists", name=name) from None
    screen.say("host_made", name=name)


def ask_password(screen: Screen) -> str:
    """A password typed unseen. Raises Misuse when there is nobody to type it."""
    from getpass import getpass

    try:
        return getpass(screen.text("ask_password") + " ")
    except (EOFError, OSError):
        raise Misuse("no_password") from None


@arguments.command
@backup_file
@click.pass_obj
def backup(screen: Screen, file: Path) -> None:
    """Writes the whole site into one file, while it goes on."""
    open_site()
    from heraut.site.backup import back_up

    prepare_database()
    try:
        rows = back_up(file)
    except OSError as error:
        raise Misuse("unwritable", file=str(file), reason=error.strerror or str(error)) from None
    screen.say("backed_up", file=str(file), rows=rows)


@arguments.command
@backup_file
@click.pass_obj
def restore(screen: Screen, file: Path) -> None:
    """Fills an empty site from a backup, whatever the database of either."""
    open_site()
    from heraut.site.backup import BackupError
    from heraut.site.backup import restore as fill

    prepare_database()
    try:
        rows = fill(file)
    except BackupError as error:
        raise Refused(error.code, **error.data) from None
    screen.say("restored", file=str(file), rows=rows)
