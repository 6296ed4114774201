"""Static files in production: named after what is in them, so that browsers may keep them for ever."""

from django.contrib.staticfiles.storage import HashedFilesMixin
from whitenoise.storage import CompressedManifestStaticFilesStorage


class NamedByContent(CompressedManifestStaticFilesStorage):
    """Our modules import each other by those names too, so that no page mixes modules of two versions.

    Django's own switch for it would read every script, and finds imports that are none in those of packages.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("games/*.js", HashedFilesMixin._js_module_import_aggregation_patterns[1]),  # type: ignore[attr-defined]
        ("guildhall/*.js", HashedFilesMixin._js_module_import_aggregation_patterns[1]),  # type: ignore[attr-defined]
    )
    # A name is settled when those of all that a module imports are: as many passes as the longest way down, and one.
    max_post_process_passes = 12
