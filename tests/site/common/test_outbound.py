"""Requests to addresses that strangers have typed: none reaches what is not public, and none takes long."""

from __future__ import annotations

import socket
import ssl
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from heraut.site.common import outbound
from heraut.site.common.outbound import NotReached, is_public, post, read_url
from tests.busy import times_slower
from tests.site.notifications.services import Service, listening

CLOSED = """
127.0.0.1 127.8.9.1 0.0.0.0 10.0.0.1 172.16.0.1 172.31.255.254 192.168.1.1 169.254.169.254 100.64.0.1 192.0.0.8
192.0.2.1 198.18.0.1 198.51.100.1 203.0.113.7 224.0.0.1 239.1.1.1 240.0.0.1 255.255.255.255 :: ::1 fe80::1 fc00::1
fd12::1 ff02::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:8.8.8.8 ::127.0.0.1 64:ff9b::7f00:1 64:ff9b:1::1
2002:7f00:1:: 2002:a00:1::1 2001:0:7f00:1:: 2001:db8::1 100::1 4000::1
"""


@pytest.fixture(autouse=True)
def here(settings: Any) -> None:
    """127.0.0.1 stands for the open internet; all the rest of this machine is private."""
    settings.OUTBOUND = "127.0.0.1/32"


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What each question after a name is answered, one after the other, the last one again and again."""
    answers: list[list[str]] = []
    real = socket.getaddrinfo

    def answer(host: str, port: Any, *more: Any, **named: Any) -> Any:
        if not host.endswith(".example"):
            return real(host, port, *more, **named)
        found = answers.pop(0) if len(answers) > 1 else answers[0]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, port)) for one in found]

    monkeypatch.setattr(socket, "getaddrinfo", answer)
    return answers


@pytest.fixture
def service() -> Iterator[Service]:
    """A service of the open internet."""
    with listening() as found:
        yield found


def refused(url: str, **more: Any) -> str:
    """Why nothing came back."""
    with pytest.raises(NotReached) as fault:
        post(url, b"{}", {}, **more)
    return fault.value.code


@pytest.mark.parametrize("address", CLOSED.split())
def test_no_address_but_a_public_one_is_asked(address: str, settings: Any) -> None:
    settings.OUTBOUND = ""
    assert not is_public(ip_address(address))
    host = f"[{address}]" if ":" in address else address
    assert refused(f"https://{host}/") == "forbidden"


@pytest.mark.parametrize("address", ["8.8.8.8", "1.1.1.1", "2a00:1450:4001:80e::200e", "2606:4700::1111"])
def test_a_public_address_may_be_asked(address: str) -> None:
    assert is_public(ip_address(address))


@pytest.mark.parametrize(
    "url",
    [
        "", "https://", "ftp://example.org/", "file:///etc/passwd", "javascript:alert(1)", "//example.org/",
        "https://user:secret@example.org/", "https://example.org@10.0.0.1/", "https://example.org:22/",
        "https://example.org:99999/", "https://example.org:x/", "https://example.org/a b",
        "https://example.org/\r\nHost: x",
        "https://a\0b.example/", "https://a b.example/c d", "https:// /a b", "https://a\u202eb.example/",
        "https://[::1/", f"https://example.org/{'a' * 900}", "https://" + "a" * 80 + ".org/",
    ],
)  # fmt: skip
def test_what_is_no_address_is_refused(url: str) -> None:
    assert refused(url) == "url"


def test_a_name_may_have_letters_of_any_language(settings: Any) -> None:
    settings.OUTBOUND = ""
    for url in ("https://École.example/a", "https://ÉCOLE.example/a", "https://école.example/%C3%A9"):
        read_url(url)


def test_without_leave_nothing_is_asked_in_the_clear(settings: Any) -> None:
    settings.OUTBOUND = ""
    assert refused("http://example.org/") == "url"
    read_url("https://example.org/hook?key=1")


def test_leave_for_one_network_is_no_leave_for_http_elsewhere(names: list[list[str]], service: Service) -> None:
    names.append(["8.8.8.8"])
    assert refused("http://hook.example:8080/") == "forbidden"


def test_what_is_posted_comes(service: Service) -> None:
    answer = post(f"{service.url}/a/b?c=d#e", b'{"x": 1}', {"Content-Type": "application/json"})
    path, headers, body = service.asked[0]
    assert (answer.status, answer.good, path, body) == (201, True, "/a/b?c=d", b'{"x": 1}')
    assert headers["host"] == f"127.0.0.1:{service.port}" and headers["content-type"] == "application/json"


@pytest.mark.parametrize("host", ["localhost", "2130706434", "0x7f000002", "127.2"])
def test_however_an_address_is_written_it_is_judged(host: str, names: list[list[str]], settings: Any) -> None:
    settings.OUTBOUND = "10.9.9.9/32"
    assert refused(f"http://{host}:8080/") == "forbidden"


def test_one_private_address_among_several_forbids_all(names: list[list[str]], service: Service) -> None:
    names.append(["127.0.0.1", "127.0.0.2"])
    assert refused(f"http://hook.example:{service.port}/") == "forbidden"
    assert not service.asked


def test_the_address_that_was_judged_is_the_one_that_is_asked(names: list[list[str]], service: Service) -> None:
    names += [["127.0.0.1"], ["127.0.0.2"]]  # a name that says something else the second time
    assert post(f"http://hook.example:{service.port}/", b"", {}).good
    assert service.asked[0][1]["host"] == f"hook.example:{service.port}"
    assert names == [["127.0.0.2"]]  # it was asked once
    assert refused(f"http://hook.example:{service.port}/") == "forbidden"


@pytest.mark.parametrize("place", ["http://127.0.0.2:{port}/", "http://inside.example:{port}/", "//127.0.0.2:{port}/"])
def test_a_redirect_goes_through_the_same_door(place: str, names: list[list[str]], service: Service) -> None:
    names.append(["127.0.0.2"])
    with listening("127.0.0.2") as private:
        service.status, service.place = 307, place.format(port=private.port)
        assert refused(service.url) == "forbidden"
        assert not private.asked


def test_redirects_have_an_end_and_keep_what_is_posted(service: Service) -> None:
    service.status, service.place = 308, "/again"
    assert refused(service.url) == "redirects"
    assert [(path, body) for path, _, body in service.asked] == [("/", b"{}"), ("/again", b"{}"), ("/again", b"{}")]
    service.status = 302  # would make a GET of it
    assert post(service.url, b"{}", {}).status == 302
    service.status = 307
    assert post(service.url, b"{}", {}, redirects=0).status == 307


def test_a_service_that_drips_is_cut_off(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbound, "LIMIT", 0.4)
    service.drips.set()
    begun = time.monotonic()
    assert refused(service.url) == "time"
    assert time.monotonic() - begun < 3 * times_slower()


def test_a_resolver_that_says_nothing_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbound, "LIMIT", 0.2)
    ended = threading.Event()

    def silent(*_: Any, **__: Any) -> list[Any]:
        ended.wait(10)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", silent)
    begun = time.monotonic()
    assert refused("https://hook.example/") == "time"
    assert time.monotonic() - begun < 1.5 * times_slower()
    ended.set()


def test_nobody_there_and_no_such_name(service: Service, names: list[list[str]]) -> None:
    with listening() as gone:
        pass
    assert refused(gone.url) == "connection"
    names.append([])
    assert refused("https://hook.example/") == "name"


def test_tls_is_checked_for_the_name_and_not_for_the_address(
    names: list[list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names.append(["127.0.0.1"])
    monkeypatch.setenv("SSL_CERT_FILE", certificate(tmp_path, "hook.example"))
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(tmp_path / "cert.pem", tmp_path / "key.pem")
    with listening(context=context) as service:
        assert post(f"https://hook.example:{service.port}/", b"", {}).good
        assert service.asked[0][1]["host"] == f"hook.example:{service.port}"
        assert refused(f"https://other.example:{service.port}/") == "certificate"


def certificate(folder: Path, name: str) -> str:
    """A certificate for this name, which signs itself; its file."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    called = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    made = (
        x509.CertificateBuilder()
        .subject_name(called)
        .issuer_name(called)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    (folder / "cert.pem").write_bytes(made.public_bytes(Encoding.PEM))
    (folder / "key.pem").write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return str(folder / "cert.pem")
