"""How passwords are kept."""

from django.contrib.auth import hashers


class Argon2PasswordHasher(hashers.Argon2PasswordHasher):
    """Argon2id at the strength that OWASP names as its minimum.

    Django's own choice takes 100 MB for each sign-in, and PBKDF2 a third of a second: thirty people who sign in at
    once would wait for each other, and everybody else for them.
    """

    time_cost = 2
    memory_cost = 19 * 1024
    parallelism = 1
