"""Photographs of castles by a second, physically based renderer, to test with and never to train with.

What training sees comes from :mod:`..scenes`; accuracy on its pictures alone would be measured on the looks
that training knows. Here :func:`..scenes.scene.draw_scene` only says which pieces lie where and from where
they are seen. All looks are new: Blender's Cycles traces light through real shapes and materials
(:mod:`.meshes`, :mod:`.props`, :mod:`.finishes`, :mod:`.cloths`, :mod:`.lighting`), and
:mod:`.development` makes a phone's picture of it.

All but :mod:`.studio`, :mod:`.shaders` and :mod:`.table_shaders` does without Blender. That needs an older
NumPy than OpenCV's newest does, so it is no extra but has an environment of its own::

    python3.11 -m venv blender
    blender/bin/pip install .
    blender/bin/pip install 'bpy>=4.5,<4.6' 'opencv-python-headless<4.12'
    blender/bin/python -m castlescan.datasets.ray_traced OUT --count 60 --seed 1 --faces drawn

As in :mod:`..scenes`, one tile is the unit of length.
"""
