import { issueOf } from '../../../core/issues/issue-of.ts';
import { Affine } from '../../../kit/cad/affine.ts';
import { type Field, handle, integer, name, type PointField, point, real } from '../fields.ts';
import type { Interpreter } from '../interpreter.ts';
import { BAD_POSITION, type Outcome } from './draw.ts';

/** Clip mode: the inside of the path is cut out instead of the outside. */
const INSIDE = 1;

/** IMAGE and WIPEOUT. A pixel is as large as the two vectors; `size` counts columns and rows. */
export const IMAGE = {
  origin: point(10, Number.NaN, Number.NaN, 0),
  pixelRight: point(11, 0),
  pixelUp: point(12, 0),
  size: point(13, 1),
  clipping: point(14),
  isClipped: integer(280),
  clipMode: integer(290),
  file: handle(340),
};

/**
 * IMAGE and WIPEOUT: the frame as an area with its kind and the picture's file as attributes. The picture itself stays
 * in its file, and a wipeout hides nothing. The clipping path is in pixels from the upper left corner of the image;
 * pixel 0 has its centre at 0. The inside of the path may be what is cut out.
 */
export function drawImage(into: Interpreter, kind: 'image' | 'wipeout'): Outcome {
  const { entity, pen } = into;
  into.begin();
  const origin = entity.point(IMAGE.origin);
  const [right, up] = [entity.point(IMAGE.pixelRight), entity.point(IMAGE.pixelUp)];
  const [columns, rows] = entity.point(IMAGE.size);
  const isClipped = kind === 'wipeout' || entity.get(IMAGE.isClipped) === 1;
  const path = isClipped ? clippingPath(into, IMAGE.clipping) : [];
  const whole = boxOf([-0.5, -0.5], [columns - 0.5, rows - 0.5]);
  const isHole = path.length > 0 && entity.get(IMAGE.clipMode) === INSIDE;
  for (const corners of isHole ? [whole, path] : [path.length > 0 ? path : whole]) {
    pen.path.ring();
    for (const [column, row] of corners) {
      const [across, above] = [column! + 0.5, rows - row! - 0.5];
      const [e, n, z] = [0, 1, 2].map((k) => origin[k]! + right[k]! * across + up[k]! * above) as [
        number,
        number,
        number,
      ];
      pen.path.vertex(e, n, z);
    }
  }
  into.describe(attributesOf(into, kind, IMAGE));
  if (!pen.area()) return BAD_POSITION;
  if (kind === 'image') into.remark(issueOf('picture-as-frame'));
  else into.remark(issueOf('wipeout-as-area'));
  return undefined;
}

/** PDFUNDERLAY, DWFUNDERLAY and DGNUNDERLAY; rotation in degrees. */
export const UNDERLAY = {
  place: point(10, Number.NaN, Number.NaN, 0),
  clipping: point(11),
  scaleX: real(41, 1),
  scaleY: real(42, 1),
  rotation: real(50, 0),
  file: handle(340),
};

/** PDFUNDERLAY, DWFUNDERLAY and DGNUNDERLAY: the clipping path as an area if there is one, else a point. */
export function drawUnderlay(into: Interpreter, kind: string): Outcome {
  const { entity, pen } = into;
  into.begin();
  into.useExtrusion();
  const place = entity.point(UNDERLAY.place);
  const corners = clippingPath(into, UNDERLAY.clipping);
  into.describe(attributesOf(into, kind, UNDERLAY));
  if (corners.length === 0) {
    if (!pen.point(...place)) return BAD_POSITION;
  } else {
    const angle = (entity.get(UNDERLAY.rotation) / 180) * Math.PI;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const [sx, sy] = [entity.get(UNDERLAY.scaleX), entity.get(UNDERLAY.scaleY)];
    const frame = new Affine().set([c * sx, -s * sy, 0, place[0], s * sx, c * sy, 0, place[1], 0, 0, 1, place[2]]);
    for (const [e, n] of corners) pen.path.vertex(frame.easting(e!, n!, 0), frame.northing(e!, n!, 0), place[2]);
    if (!pen.area()) return BAD_POSITION;
  }
  into.remark(issueOf('picture-as-frame'));
  return undefined;
}

export const OLE2FRAME = { upperLeft: point(10, Number.NaN, Number.NaN, 0), lowerRight: point(11) };

/** OLE2FRAME: the rectangle between two corners; the embedded document is not read. */
export function drawOleFrame(into: Interpreter): Outcome {
  const { entity, pen } = into;
  into.begin();
  const [west, north, z] = entity.point(OLE2FRAME.upperLeft);
  const [east, south] = entity.point(OLE2FRAME.lowerRight);
  for (const [e, n] of boxOf([west, south], [east, north])) pen.path.vertex(e!, n!, z);
  into.describe(['frame', 'ole']);
  if (!pen.area()) return BAD_POSITION;
  into.remark(issueOf('ole-as-frame'));
  return undefined;
}

export const SHAPE = { name: name(2), place: point(10) };

/** SHAPE: its form is in a font file (SHX) outside the drawing, so a point with the shape's name represents it. */
export function drawShape(into: Interpreter): Outcome {
  into.begin();
  into.useExtrusion();
  into.describe(['shape', into.entity.name(SHAPE.name)]);
  if (!into.point(SHAPE.place)) return BAD_POSITION;
  into.remark(issueOf('shape-as-point'));
  return undefined;
}

/**
 * The vertices of a clipping path. Two are opposite corners of a rectangle; a polygon may repeat its first vertex at
 * the end.
 */
function clippingPath({ entity }: Interpreter, field: PointField): number[][] {
  const flat = entity.triples(field);
  const corners = Array.from({ length: flat.length / 3 }, (_, i) => [flat[3 * i]!, flat[3 * i + 1]!]);
  const [first, last] = [corners[0], corners.at(-1)];
  if (corners.length > 3 && first![0] === last![0] && first![1] === last![1]) corners.pop();
  return corners.length === 2 ? boxOf(corners[0]!, corners[1]!) : corners.length > 2 ? corners : [];
}

function boxOf([west, south]: readonly number[], [east, north]: readonly number[]): number[][] {
  return [
    [west!, south!],
    [east!, south!],
    [east!, north!],
    [west!, north!],
  ];
}

/** The kind of the frame, and the file that it shows if the drawing has stated it by now. */
function attributesOf(into: Interpreter, kind: string, { file: field }: { readonly file: Field<'handle'> }): string[] {
  const file = into.files.get(into.entity.get(field));
  return file === undefined ? ['frame', kind] : ['frame', kind, 'file', file];
}
