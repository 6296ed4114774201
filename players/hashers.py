"""The password hasher."""

from django.contrib.auth import hashers


class Argon2PasswordHasher(hashers.Argon2PasswordHasher):
    """Hashes passwords with Argon2id at the strength that OWASP names as its minimum.

    Django's defaults take 100 MB for each sign-in, and PBKDF2 a third of a second: with thirty sign-ins at once, all
    other requests would wait.
    """

    time_cost = 2
    memory_cost = 19 * 1024
    parallelism = 1
