"""Pictures of castles on tables, with exact truth, to train and test with.

``draw_scene`` of :mod:`.scene` decides everything that is there, ``render`` of :mod:`.rendering` makes the
picture, :mod:`.annotations` is the format of the truth, :mod:`.writing` fills a folder with both.

One tile is the unit of length on the table; ``x`` grows to the right and ``y`` away from the camera, ``z``
up from the table. Pixels are counted from the top left corner of a picture: the first one covers 0 to 1.
"""
