"""Pictures and sounds: made anew, bounded, without what the file said besides; served so that nothing in them runs."""

from __future__ import annotations

import io
import os
import struct
import subprocess
import sys
import time
import zlib

import numpy
import pytest
import soundfile
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from heraut.site.accounts.models import Player
from heraut.site.gazette.models import Article, Piece
from heraut.site.gazette.pictures import EDGE, LARGEST, NoPicture, drawn_anew
from heraut.site.gazette.sounds import LARGEST as LARGEST_SOUND
from heraut.site.gazette.sounds import NoSound, played_anew
from heraut.site.matches.models import Match
from tests.site.gazette.conftest import Browser, at, hand_in, next_issue, picture, reach_editor, read

pytestmark = pytest.mark.django_db
SCRIPT = b"<script>alert(1)</script>"


def chunk(name: bytes, data: bytes) -> bytes:
    """A chunk of a PNG."""
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def bomb(width: int, height: int) -> bytes:
    """A PNG that claims so many pixels, and holds few bytes."""
    rows = zlib.compress(b"\0" * (width // 8 + 1) * min(height, 2000), 9)
    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def sound(seconds: float = 1.0, sort: str = "WAV", rate: int = 22_050, channels: int = 1) -> bytes:
    """A sound as somebody may send it."""
    out = io.BytesIO()
    wave = numpy.sin(numpy.linspace(0, 900 * seconds, int(rate * seconds)))
    subtype = {"OGG": "VORBIS"}.get(sort)
    frames = numpy.stack([wave] * channels, axis=1) * 0.3
    with soundfile.SoundFile(out, "w", rate, channels, format=sort, subtype=subtype) as file:
        file.title, file.artist = "Le secret d'Alice", "Alice"
        for start in range(0, len(frames), 32_768):
            file.write(frames[start : start + 32_768])
    return out.getvalue()


def attach(
    client: Client, match: Match, article: Article, sent: bytes, kind: str = "picture", name: str = "a.png", **more: str
) -> str:
    """Sends a file by the page; what the page says afterwards."""
    file = SimpleUploadedFile(name, sent, content_type=more.pop("content_type", "image/png"))
    form = {"act": "attach", "kind": kind, "file": file, **more}
    answer = client.post(at(match, f"articles/{article.code}/"), form, follow=True)
    assert answer.status_code == 200
    return str(answer.content.decode())


def draft(client: Client, match: Match) -> Article:
    """An article that its author is still at."""
    client.post(
        at(match, "ecrire/"), {"headline": "Un titre", "text": "Un texte ![La tour](1) et sa suite.", "act": "save"}
    )
    return Article.objects.latest("pk")


@pytest.mark.rule("GP-SITE-31")
def test_a_picture_and_a_sound_are_made_anew_and_shown_in_the_issue(
    match: Match, alice: Player, bob: Player, client_of: Browser
) -> None:
    hers = client_of(alice)
    article = draft(hers, match)
    sent = picture("JPEG", exif=Image.Exif(), comment=b"prise chez Alice " + SCRIPT)
    assert b"Alice" in sent
    attach(hers, match, article, sent, legend="Une <b>tour</b>")
    attach(hers, match, article, sound(), "sound", legend="Le cor")
    shown, played = Piece.objects.order_by("number")
    assert b"Alice" not in bytes(shown.data) + bytes(played.data)
    assert bytes(shown.data)[:3] == b"\xff\xd8\xff" and bytes(played.data)[:4] == b"OggS"
    places = [at(match, f"piece/{one.code}/") for one in (shown, played)]
    assert [hers.get(place).status_code for place in places] == [200, 200]
    assert [client_of(bob).get(place).status_code for place in places] == [404, 404]
    hers.post(at(match, f"articles/{article.code}/"), {"headline": "Un titre", "text": article.text, "act": "hand_in"})
    assert client_of(bob).get(places[0]).status_code == 404
    next_issue(match)
    page = read(Client(), at(match))
    assert f'src="{places[0]}"' in page and f'src="{places[1]}"' in page and "La tour" in page
    for place, sort in zip(places, ("image/jpeg", "audio/ogg"), strict=True):
        answer = Client().get(place)
        assert answer.headers["Content-Type"] == sort and answer.headers["X-Content-Type-Options"] == "nosniff"
        assert "sandbox" in answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert "media-src 'self'" in Client().get(at(match)).headers["Content-Security-Policy"]
    Match.objects.filter(pk=match.pk).update(private=True, password="x")
    assert Client().get(places[0]).status_code == 404  # only to whoever may read the gazette


def test_who_edits_sees_pictures_once_they_are_on_his_desk(
    match: Match, alice: Player, bob: Player, client_of: Browser
) -> None:
    hers, his = client_of(alice), client_of(bob)
    article = draft(hers, match)
    attach(hers, match, article, picture())
    his.post(at(match, "redaction/"), {"act": "volunteer"})
    place = at(match, f"piece/{Piece.objects.get().code}/")
    hers.post(at(match, f"articles/{article.code}/"), {"headline": "T", "text": "x", "act": "hand_in"})
    assert his.get(place).status_code == 404
    reach_editor(match)
    assert his.get(place).status_code == 200 and Client().get(place).status_code == 404


@pytest.mark.parametrize("sort", ["JPEG", "PNG", "WEBP", "GIF"])
def test_pictures_of_the_formats_listed_become_jpeg(sort: str) -> None:
    found = drawn_anew(picture(sort, (3000, 2000)))
    assert (found.width, found.height) == (EDGE, 800) and len(found.data) <= LARGEST
    with Image.open(io.BytesIO(found.data)) as kept:
        assert (
            kept.format == "JPEG"
            and not kept.getexif()
            and "comment" not in kept.info
            and "icc_profile" not in kept.info
        )


def test_a_picture_is_turned_upright_and_what_was_transparent_is_white() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    found = drawn_anew(picture("JPEG", (40, 20), exif=exif))
    assert (found.width, found.height) == (20, 40)
    out = io.BytesIO()
    Image.new("RGBA", (8, 8), (0, 0, 0, 0)).save(out, "PNG")
    with Image.open(io.BytesIO(drawn_anew(out.getvalue()).data)) as kept:
        assert kept.getpixel((4, 4)) == (255, 255, 255)


@pytest.mark.parametrize("edge", [4_000, 30_000])  # 30,000: what the decoder itself does not open
def test_a_picture_of_too_many_pixels_is_told_so(edge: int) -> None:
    with pytest.raises(NoPicture) as refusal:
        drawn_anew(bomb(edge, edge))
    assert refusal.value.key == "too_many_pixels"


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param(bomb(30_000, 30_000), id="a bomb of pixels"),
        pytest.param(SCRIPT, id="a page"),
        pytest.param(b"<svg xmlns='http://www.w3.org/2000/svg'>" + SCRIPT + b"</svg>", id="SVG"),
        pytest.param(picture("BMP"), id="another format"),
        pytest.param(picture("TIFF"), id="one more"),
        pytest.param(b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 10 10\n", id="PostScript"),
        pytest.param(b"", id="nothing"),
        pytest.param(picture()[:60], id="half of one"),
        pytest.param(
            picture()[:33] + chunk(b"zTXt", b"a\0\0" + zlib.compress(b"x" * 90_000_000, 9)) + picture()[33:],
            id="a bomb of text",
        ),
    ],
)
def test_what_is_no_picture_or_a_bomb_is_refused_cheaply(sent: bytes) -> None:
    begun = time.process_time()
    with pytest.raises(NoPicture):
        drawn_anew(sent)
    assert time.process_time() - begun < 1


def test_what_stands_behind_a_picture_is_gone() -> None:
    """A file that is a picture and a page, or a picture and an archive."""
    for sort in ("PNG", "JPEG", "GIF"):
        for tail in (SCRIPT, b"PK\x03\x04" + SCRIPT, b"*/=1;" + SCRIPT):
            found = drawn_anew(picture(sort) + tail)
            assert b"script" not in found.data and b"PK\x03\x04" not in found.data


def test_the_dearest_picture_takes_less_than_a_second() -> None:
    begun = time.process_time()
    drawn_anew(picture("PNG", (4000, 3000)))
    assert time.process_time() - begun < 1


@pytest.mark.parametrize("sort", ["WAV", "FLAC", "OGG", "MP3"])
def test_sounds_of_the_formats_listed_become_vorbis(sort: str) -> None:
    begun = time.process_time()
    found = played_anew(sound(20, sort, 16_000 if sort == "WAV" else 48_000, 1 if sort == "WAV" else 2))
    assert time.process_time() - begun < 1.5
    assert len(found) <= LARGEST_SOUND and b"Alice" not in found
    with soundfile.SoundFile(io.BytesIO(found)) as kept:
        assert (kept.format, kept.subtype, kept.channels) == ("OGG", "VORBIS", 1)
        assert 19.9 < kept.frames / kept.samplerate < 20.2


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param(sound(21), id="too long"),
        pytest.param(sound(1200, "FLAC", 8_000), id="twenty minutes in few bytes"),
        pytest.param(sound(1, "AIFF"), id="another format"),
        pytest.param(sound(1, "WAV", 96_000), id="too fine"),
        pytest.param(SCRIPT, id="a page"),
        pytest.param(picture(), id="a picture"),
        pytest.param(b"RIFF\xff\xff\xff\x7fWAVEfmt ", id="half a head"),
        pytest.param(b"", id="nothing"),
        pytest.param(sound(0), id="silence"),
    ],
)
def test_what_is_no_sound_or_too_long_is_refused_cheaply(sent: bytes) -> None:
    begun = time.process_time()
    with pytest.raises(NoSound):
        played_anew(sent)
    assert time.process_time() - begun < 1


def test_a_file_is_what_it_is_whatever_it_calls_itself(match: Match, alice: Player, client_of: Browser) -> None:
    hers = client_of(alice)
    article = draft(hers, match)
    page = attach(hers, match, article, SCRIPT, name="a.jpg", content_type="image/jpeg")
    assert "ne se lit pas comme une image" in page and not Piece.objects.exists()
    attach(hers, match, article, picture("PNG"), name="a.html", content_type="text/html")
    assert Client().get(at(match, f"piece/{Piece.objects.get().code}/")).status_code == 404
    assert hers.get(at(match, f"piece/{Piece.objects.get().code}/")).headers["Content-Type"] == "image/jpeg"
    assert "ne se lit pas comme un son" in attach(hers, match, article, picture(), "sound")


def test_files_too_large_or_too_many_are_refused_in_words(match: Match, alice: Player, client_of: Browser) -> None:
    hers = client_of(alice)
    article = draft(hers, match)
    assert "trop lourd" in attach(hers, match, article, picture() + b"\0" * 700_000)
    for _ in range(3):
        attach(hers, match, article, picture())
    assert "au plus 3 images" in attach(hers, match, article, picture())
    attach(hers, match, article, sound(), "sound")
    assert "n&#39;a qu&#39;un son" in attach(hers, match, article, sound(), "sound")
    code = Piece.objects.filter(kind="picture").first().code
    hers.post(at(match, f"articles/{article.code}/"), {"act": "detach", "piece": code})
    assert Piece.objects.count() == 3
    hand_in(hers, match)
    waiting = Article.objects.latest("pk")
    assert "brouillon" in attach(hers, match, waiting, picture())
    assert "Choisissez un fichier" in str(
        hers.post(at(match, f"articles/{article.code}/"), {"act": "attach", "kind": "picture"}).content.decode()
    )


def test_what_is_heavy_is_loaded_when_it_is_first_asked_for() -> None:
    """Neither pages nor worker begin with it."""
    heavy = ("PIL", "soundfile", "numpy", "fpdf", "ebooklib", "fontTools")
    code = f"""
import django, sys
django.setup()
import heraut.site.urls, heraut.site.worker
from django.urls import get_resolver
get_resolver().url_patterns
print([name for name in {heavy} if name in sys.modules])
"""
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.site.settings"}
    ran = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
