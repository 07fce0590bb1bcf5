"""The key by which push services know this site (VAPID, RFC 8292).

It is made of the site's own secret key: whoever shares that (HERAUT_SECRET, or `secret.key` and its backups) has the
same, and nothing else has to be kept. A new secret key ends all subscriptions; browsers renew theirs at the next visit.
"""

from __future__ import annotations

import time
from base64 import urlsafe_b64encode
from email.utils import parseaddr
from functools import cache
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02

ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the group of P-256
LASTS = 12 * 3600  # seconds; a day at most (RFC 8292, 2)


@cache
def private_key(secret: str) -> ec.EllipticCurvePrivateKey:
    """The key that follows from the site's secret; 48 bytes, so that no number is likelier than another."""
    drawn = HKDF(SHA256(), 48, salt=None, info=b"heraut vapid").derive(secret.encode())
    return ec.derive_private_key(int.from_bytes(drawn) % (ORDER - 1) + 1, ec.SECP256R1())


def public_key() -> str:
    """What browsers are told (`applicationServerKey`): the point, in base64 for addresses."""
    point = private_key(settings.SECRET_KEY).public_key()
    return urlsafe_b64encode(point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)).decode().rstrip("=")


def signed(endpoint: str) -> dict[str, str]:
    """The headers by which the service of this endpoint knows who sends."""
    parts = urlsplit(endpoint)
    contact = parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + LASTS, "sub": f"mailto:{contact}"}
    return dict(Vapid02(private_key(settings.SECRET_KEY)).sign(claims))
