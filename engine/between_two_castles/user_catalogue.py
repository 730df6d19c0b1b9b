"""The published tiles together with those that a user added."""

from pathlib import Path

import platformdirs

from .catalogue import Catalogue, packaged_catalogue, read_user_tiles


def user_tiles_path() -> Path:
    """Return the file of the tiles that a user added, in the user's config folder.

    On Linux ``~/.config/castlescan/tiles.toml``; ``XDG_CONFIG_HOME`` moves it.
    """
    return Path(platformdirs.user_config_dir("castlescan", appauthor=False)) / "tiles.toml"


def load_catalogue(user_tiles: Path | None = None) -> Catalogue:
    """Load the published tiles and those that a user added.

    Parameters
    ----------
    user_tiles
        File of the user's tiles; by default :func:`user_tiles_path`, which need not exist.

    Raises
    ------
    CatalogueError
        When the user's file is wrong; the message names it.

    """
    path = user_tiles if user_tiles is not None else user_tiles_path()
    tiles = read_user_tiles(path)
    return packaged_catalogue().with_tiles(tiles) if tiles else packaged_catalogue()
