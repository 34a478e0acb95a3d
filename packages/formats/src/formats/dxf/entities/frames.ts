import { Affine } from '../../../kit/cad/affine.ts';
import type { Interpreter } from '../interpreter.ts';
import { BAD_POSITION, type Outcome } from './draw.ts';

/** Clip mode (290): what is inside of the path is left out, rather than what is outside. */
const INSIDE = 1;

/**
 * IMAGE and WIPEOUT: the frame as an area, with what it is and the picture's file as attributes; what is in the picture
 * stays in its file, and nothing is hidden behind a wipeout. The clipping path (14, 24) counts pixels from the upper left corner of
 * the image, whose pixels are as large as the vectors 11 and 12; pixel 0 is in the middle of the first one. What is inside of it may be what
 * is left out.
 */
export function drawImage(into: Interpreter, kind: 'image' | 'wipeout'): Outcome {
  const { entity, pen } = into;
  into.begin();
  const vector = (code: number, missing: number): number[] => [
    entity.number(code, missing),
    entity.number(code + 10, missing),
    entity.number(code + 20, 0),
  ];
  const [origin, right, up] = [vector(10, Number.NaN), vector(11, 0), vector(12, 0)] as const;
  const [columns, rows] = [entity.number(13, 1), entity.number(23, 1)];
  const isClipped = kind === 'wipeout' || entity.number(280, 0) === 1;
  const path = isClipped ? clippingPath(into, 14) : [];
  const whole = boxOf([-0.5, -0.5], [columns - 0.5, rows - 0.5]);
  const isHole = path.length > 0 && entity.number(290, 0) === INSIDE;
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
  into.describe(attributesOf(into, kind));
  if (!pen.area()) return BAD_POSITION;
  if (kind === 'image')
    into.remark(
      'picture-as-frame',
      'a picture is in a file of its own; its frame is drawn, with the name of that file',
    );
  else into.remark('wipeout-as-area', 'a wipeout hides nothing here; it became an area');
  return undefined;
}

/** PDFUNDERLAY, DWFUNDERLAY and DGNUNDERLAY: where it is clipped, the clipping path (11, 21) as an area; else a point. */
export function drawUnderlay(into: Interpreter, kind: string): Outcome {
  const { entity, pen } = into;
  into.begin();
  into.useExtrusion();
  const place = [entity.number(10, Number.NaN), entity.number(20, Number.NaN), entity.number(30, 0)] as const;
  const corners = clippingPath(into, 11);
  into.describe(attributesOf(into, kind));
  if (corners.length === 0) {
    if (!pen.point(...place)) return BAD_POSITION;
  } else {
    const angle = (entity.number(50, 0) / 180) * Math.PI;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const [sx, sy] = [entity.number(41, 1), entity.number(42, 1)];
    const frame = new Affine().set([c * sx, -s * sy, 0, place[0], s * sx, c * sy, 0, place[1], 0, 0, 1, place[2]]);
    for (const [e, n] of corners) pen.path.vertex(frame.easting(e!, n!, 0), frame.northing(e!, n!, 0), place[2]);
    if (!pen.area()) return BAD_POSITION;
  }
  into.remark('picture-as-frame', 'a picture is in a file of its own; its frame is drawn, with the name of that file');
  return undefined;
}

/** OLE2FRAME: the rectangle between its upper left (10) and lower right (11) corner; the document in it is not read. */
export function drawOleFrame(into: Interpreter): Outcome {
  const { entity, pen } = into;
  into.begin();
  const [west, north, z] = [entity.number(10, Number.NaN), entity.number(20, Number.NaN), entity.number(30, 0)];
  const [east, south] = [entity.number(11, Number.NaN), entity.number(21, Number.NaN)];
  for (const [e, n] of boxOf([west, south], [east, north])) pen.path.vertex(e!, n!, z);
  into.describe(['frame', 'ole']);
  if (!pen.area()) return BAD_POSITION;
  into.remark('ole-as-frame', 'an embedded document cannot be drawn; its frame is');
  return undefined;
}

/** SHAPE: its form is in a font file (SHX) beside the drawing; a point with the shape's name stands for it. */
export function drawShape(into: Interpreter): Outcome {
  const { entity, pen } = into;
  into.begin();
  into.useExtrusion();
  into.describe(['shape', entity.name(2)]);
  if (!pen.point(entity.number(10, Number.NaN), entity.number(20, Number.NaN), entity.number(30, Number.NaN)))
    return BAD_POSITION;
  into.remark('shape-as-point', 'the form of a shape is in a font file; a point with its name stands for it');
  return undefined;
}

/** The vertices of a clipping path; two of them are opposite corners, and a polygon may come back to its first. */
function clippingPath({ entity }: Interpreter, code: number): number[][] {
  const flat = entity.triples(code);
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

/** What the frame is of, and the file that it shows where the drawing has said it by now. */
function attributesOf(into: Interpreter, kind: string): string[] {
  const file = into.files.get(into.entity.number(340, Number.NaN));
  return file === undefined ? ['frame', kind] : ['frame', kind, 'file', file];
}
