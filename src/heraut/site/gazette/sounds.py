"""A sound that was sent, made anew: decoded within bounds, one channel of it encoded as Ogg Vorbis, nothing else kept.

Loaded when somebody sends one (`pieces.py`): numpy and libsndfile are of no use to any other request.
"""

from __future__ import annotations

from io import BytesIO

import soundfile

FORMATS = ("WAV", "FLAC", "OGG", "MP3")
LONGEST = 20  # seconds
RATES = range(8_000, 48_001)
CHANNELS = 2
LARGEST = 300_000  # bytes of what is kept
BLOCK = 32_768  # frames at a time: libsndfile's encoder takes no long ones


class NoSound(Exception):
    """It cannot be read as a sound of one of the `FORMATS`, or is too long."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


def played_anew(sent: bytes) -> bytes:
    """The sound, encoded anew. Raises NoSound."""
    try:
        with soundfile.SoundFile(BytesIO(sent)) as found:
            if found.format not in FORMATS or found.samplerate not in RATES or found.channels > CHANNELS:
                raise NoSound("no_sound")
            rate = found.samplerate
            # a header may lie about the length: no more than the bound is ever decoded
            heard = found.read(LONGEST * rate + 1, dtype="float32", always_2d=True)
    except NoSound:
        raise
    except Exception as fault:  # decoders raise whatever they like over a damaged file
        raise NoSound("no_sound") from fault
    if len(heard) > LONGEST * rate:
        raise NoSound("sound_too_long")
    if not len(heard):
        raise NoSound("no_sound")
    mono = heard.mean(axis=1)
    out = BytesIO()
    with soundfile.SoundFile(out, "w", rate, 1, format="OGG", subtype="VORBIS") as kept:
        for start in range(0, len(mono), BLOCK):
            kept.write(mono[start : start + BLOCK])
    if out.tell() > LARGEST:
        raise NoSound("sound_too_long")
    return out.getvalue()
