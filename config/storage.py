"""Static files in production, named by the hash of their content, so that browsers may keep them for ever."""

from django.contrib.staticfiles.storage import HashedFilesMixin
from whitenoise.storage import CompressedManifestStaticFilesStorage


class ContentHashedStorage(CompressedManifestStaticFilesStorage):
    """Hashes names inside our ES modules' imports too, so that no page mixes modules of two versions.

    Django's own switch for it would read every script, and takes for imports what is none in those of packages.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("games/*.js", HashedFilesMixin._js_module_import_aggregation_patterns[1]),  # type: ignore[attr-defined]
        ("guildhall/*.js", HashedFilesMixin._js_module_import_aggregation_patterns[1]),  # type: ignore[attr-defined]
    )
    # A module's hash depends on those of all that it imports: a pass for each level of the deepest chain, and one.
    max_post_process_passes = 12
