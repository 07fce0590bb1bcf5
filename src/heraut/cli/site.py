"""`heraut serve | prepare | worker | health | createhost | migrate | backup | restore`."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import click

from heraut.cli import arguments
from heraut.cli.processes import Task, keep
from heraut.cli.screen import Misuse, Refused, Screen

backup_file = click.argument("file", type=arguments.PATH, metavar="backup")
BACKLOG = 1024  # connections that wait until a process of pages takes them


def open_site() -> None:
    """Loads the site. Raises Misuse where it is not installed, or a setting of it cannot be read."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "heraut.site.settings")
    try:
        import django

        from heraut.site.common.environment import BadSetting
    except ImportError:
        raise Misuse("site_not_installed") from None
    try:
        django.setup()
    except BadSetting as fault:
        raise Misuse("bad_setting", name=fault.name, sort=fault.sort) from None


@arguments.command
@click.option("--host", default="127.0.0.1")
@click.option("--port", type=arguments.PORT, default=8000)
@click.option("--processes", type=arguments.COUNT, default=1)
@click.option("--no-worker", is_flag=True)
@click.pass_obj
def serve(screen: Screen, host: str, port: int, processes: int, no_worker: bool) -> int:
    """Serves the pages, with a worker beside them."""
    here = "127.0.0.1" if host in ("0.0.0.0", "::") else host  # noqa: S104  compared, not bound to
    os.environ.setdefault("HERAUT_URL", f"http://{here}:{port}")
    with bound(host, port) as listening:
        if status := apart(screen, "prepare"):
            return status
        screen.say("serving", url=os.environ["HERAUT_URL"].rstrip("/"))
        return serve_pages(screen, listening, processes, with_worker=not no_worker)


def bound(host: str, port: int) -> socket.socket:
    """A socket at this address. Raises Refused when another program listens there, or the address is not ours."""
    made = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
    except OSError as error:
        made.close()
        raise Refused("port_taken", host=host, port=port, reason=error.strerror or str(error)) from None
    return made


def apart(screen: Screen, *words: str) -> int:
    """Runs a command in a process of its own; its exit status. This one need not load the site."""
    env = {**os.environ, "HERAUT_LANG": screen.lang}
    return subprocess.run([sys.executable, "-m", "heraut", *words], env=env).returncode  # noqa: S603  this program, from its own words


def serve_pages(screen: Screen, listening: socket.socket, processes: int, *, with_worker: bool) -> int:
    """Serves the pages of a site that is prepared, until told to end; the exit status. Raises Refused."""
    host, port = listening.getsockname()[:2]
    try:
        listening.listen(BACKLOG)
    except OSError as error:
        raise Refused("port_taken", host=host, port=port, reason=error.strerror or str(error)) from None
    handle = listening.fileno()
    pages = [Task("pages", ["heraut.site.server", str(handle)], (handle,), vital=True) for _ in range(processes)]
    return keep([*pages, Task("worker", ["heraut", "worker"])] if with_worker else pages, screen)


@arguments.command
@click.option("--demo", is_flag=True)
@click.option("--seed")
@click.pass_obj
def prepare(screen: Screen, demo: bool, seed: str | None) -> None:
    """What pages need before they are served: a database that is up to date, static files; the matches of `play`."""
    if seed is not None and not demo:
        raise Misuse("seed_of_nothing")
    open_site()
    from django.conf import settings
    from django.core.management import call_command

    prepare_database()
    call_command("collectstatic", interactive=False, verbosity=0)
    if demo:
        from django.utils import translation

        from heraut.site.lobby.demo import prepare_demo

        with translation.override(screen.lang):
            prepare_demo(screen.lang, seed)
    elif nobody_hosts():
        screen.say("nobody_hosts")
    if settings.MAIL == "page" and settings.HOST not in ("127.0.0.1", "localhost", "::1"):
        screen.warn(screen.text("mail_goes_nowhere"), style="bold yellow")


def nobody_hosts() -> bool:
    """Whether no account may do everything yet: reports and appeals would wait for nobody."""
    from heraut.site.accounts.models import Player

    return not Player.objects.filter(is_superuser=True, is_active=True).exists()


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


@arguments.command
@click.option("--once", is_flag=True)
@click.option("--only", type=click.Choice(["clock", "mail", "push", "hooks", "bots"]))
def worker(once: bool, only: str | None) -> None:
    """Keeps deadlines, sends letters, pushes and webhooks, has bots think; none of these waits for another."""
    os.environ.setdefault("HERAUT_PATIENCE", "20")  # no visitor waits for it
    open_site()
    from heraut.site.worker import Worker

    if os.environ.get("HERAUT_ATTACHED"):
        os.nice(10)
    prepare_database()
    chosen = Worker([only] if only else ())
    if once:
        chosen.once()
    else:
        sys.exit(chosen.run())


@arguments.command
@click.option("--port", type=arguments.PORT, default=8000)
@click.option("--worker", "of_worker", is_flag=True)
@click.pass_obj
def health(screen: Screen, port: int, of_worker: bool) -> None:
    """Whether the pages of this machine answer, or its worker goes all its rounds. Raises Refused when not.

    It is for whatever watches over one of them alone.
    """
    if of_worker:
        ask_worker()
    elif not pages_answer(port):
        raise Refused("pages_ill", port=port)
    screen.say("healthy")


def ask_worker() -> None:
    """Asks the database for the worker of this machine; makes none. Raises Refused where it does not go its rounds."""
    folder = Path(os.environ.get("HERAUT_DATA", "heraut-data"))
    if not os.environ.get("HERAUT_DATABASE") and not (folder / "heraut.sqlite3").exists():
        raise Refused("no_site", folder=str(folder))
    open_site()
    from django.db import DatabaseError

    from heraut.site.clock.outage import machine, silent_here

    try:
        silent = silent_here()
    except DatabaseError as error:
        raise Refused("database_ill", reason=str(error).strip()) from None
    if silent:
        raise Refused("worker_ill", host=machine(), rounds=silent)


def pages_answer(port: int) -> bool:
    """Whether `/sante` answers there, well or ill: what it says of workers is not the pages' fault."""
    from http.client import HTTPConnection, HTTPException
    from urllib.parse import urlsplit

    host = urlsplit(os.environ.get("HERAUT_URL", "")).netloc or f"127.0.0.1:{port}"
    line = HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        line.request("GET", "/sante", headers={"Host": host})
        return b'"worker"' in line.getresponse().read()
    except (OSError, HTTPException):
        return False
    finally:
        line.close()


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
    from django.utils import translation

    from heraut.site.accounts.models import Player

    prepare_database()
    password = os.environ.get("HERAUT_PASSWORD") or ask_password(screen)
    with translation.override(screen.lang):  # what is wrong with a password is said by Django
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
