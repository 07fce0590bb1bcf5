"""The site's own settings on a folder of their own, thrown away at the end: tests never write in the checkout."""

import atexit
import os
import shutil
import tempfile

_folder = tempfile.mkdtemp(prefix="heraut-test-")
atexit.register(shutil.rmtree, _folder, ignore_errors=True)
_kept = {
    "HERAUT_DATABASE",
    "HERAUT_CI",
    "HERAUT_TEST_POSTGRES",
    "HERAUT_THOROUGH",
    "HERAUT_VNU",
    "HERAUT_LIGHTHOUSE",
}  # those that are meant for tests
for _name in [name for name in os.environ if name.startswith("HERAUT_") and name not in _kept]:
    del os.environ[_name]  # the settings of the person who runs the tests
os.environ["HERAUT_DATA"] = _folder

from heraut.site.settings import *  # noqa: E402, F403
from heraut.site.settings import DATA, DATABASES, INSTALLED_APPS  # noqa: E402

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["TEST"] = {"NAME": DATA / "test.sqlite3"}  # a real file, not memory
PASSWORD_HASHERS = ["tests.site.hashers.QuickArgon2", *PASSWORD_HASHERS]  # noqa: F405
_labels = {
    "notifications": "herald",
    "messaging": "press",
    "matchpage": "play",
}  # as the database has known them
_names = [app.rpartition(".")[2] for app in INSTALLED_APPS]
MIGRATION_MODULES = {_labels.get(name, name): None for name in _names}  # tables straight from the models: quick
