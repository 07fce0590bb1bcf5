"""Who asks for a page: his session and his account, read by queries that stand written (`compiled_queries.py`)."""

from __future__ import annotations

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.common.compiled_queries import CompiledQuery

_session = CompiledQuery(lambda key: Session.objects.filter(session_key=key), str)
_player = CompiledQuery(lambda number: Player.objects.filter(pk=number), int)


class SessionStore(db.SessionStore):
    """Django's sessions in the database."""

    def _get_session_from_db(self) -> Session | None:
        """The session of this key; the key is forgotten if there is none, or it has expired."""
        found = _session.first(self.session_key or "")
        if found is not None and found.expire_date > timezone.now():
            return found
        self._session_key = None
        return None


class Accounts(AuthenticationBackend):  # type: ignore[misc, unused-ignore]
    """Accounts as allauth has them."""

    def get_user(self, user_id: int) -> Player | None:
        """The player of a session, unless the account is closed, or he is banned from the site."""
        found = _player.first(user_id)
        return found if found is not None and self.user_can_authenticate(found) and not found.barred else None
