"""Pages of HTML from templates that lie in a package."""

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import jinja2


@lru_cache
def html_template(package: str, name: str) -> "jinja2.Template":
    """Return a template from the folder ``templates`` of a package; what it is given is escaped."""
    import jinja2  # slow to load, and only pages need it

    environment = jinja2.Environment(
        loader=jinja2.PackageLoader(package, "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    return environment.get_template(name)
