"""How passwords are kept."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class Argon2(Argon2PasswordHasher):
    """Argon2id with 19 MiB, two passes and one lane: the least that OWASP's cheat sheet on password storage names.

    Django's own figures (100 MiB, eight lanes) cost a quarter of a second of processor, and 100 MiB for each visitor
    who logs in at the same time: on a small machine that is what an attacker would ask for. Passwords kept under
    other figures are hashed anew when their player logs in.
    """

    time_cost = 2
    memory_cost = 19_456  # KiB
    parallelism = 1
