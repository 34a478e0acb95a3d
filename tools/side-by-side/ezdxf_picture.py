"""Draws a DXF drawing with ezdxf beside a picture of ours, in the same frame.

python3 ezdxf_picture.py DRAWING OURS.png WEST SOUTH EAST NORTH model|paper OUT.png
"""
import logging
import sys
import warnings

import ezdxf
import matplotlib
import numpy

matplotlib.use("Agg")
warnings.simplefilter("ignore")
logging.disable(logging.CRITICAL)

import matplotlib.image  # noqa: E402
import matplotlib.pyplot as plt  # noqa: E402
from ezdxf import recover  # noqa: E402
from ezdxf.addons.drawing import Frontend, RenderContext, properties  # noqa: E402
from ezdxf.addons.drawing.config import Configuration  # noqa: E402
from ezdxf.addons.drawing.matplotlib import MatplotlibBackend  # noqa: E402


def load(path):
    try:
        return ezdxf.readfile(path)
    except Exception:  # as the tests do: what is broken goes to the recovering loader
        return recover.readfile(path)[0]


def main(drawing, ours, west, south, east, north, space, out):
    doc = load(drawing)
    layout = doc.modelspace() if space == "model" else doc.layout(doc.layout_names_in_taborder()[1])
    left = matplotlib.image.imread(ours)[:, :, :3]
    height, width = left.shape[:2]
    figure = plt.figure(figsize=(width / 100, height / 100), dpi=100)
    axes = figure.add_axes([0, 0, 1, 1])
    # Model space is dark there by default, and white lines on it would not compare.
    properties.MODEL_SPACE_BG_COLOR = "#ffffff"
    context = RenderContext(doc)
    config = Configuration.defaults().with_changes(lineweight_scaling=0.0, min_lineweight=0.8, pdmode=0)
    backend = MatplotlibBackend(axes, adjust_figure=False)
    Frontend(context, backend, config).draw_layout(layout)
    # The frame is ours, not the one that the frontend sets.
    axes.set_xlim(float(west), float(east))
    axes.set_ylim(float(south), float(north))
    axes.set_axis_off()
    figure.savefig(out)
    right = matplotlib.image.imread(out)[:, :, :3]
    between = numpy.zeros((height, 4, 3), left.dtype)
    matplotlib.image.imsave(out, numpy.concatenate([left, between, right], axis=1))


main(*sys.argv[1:])
