import { type ExtentBox, type Feature, FULL_TURN, type Path } from '@fieldbridge/fieldjob';
import { writeHatch } from './areas.ts';
import { writeBlocks } from './blocks.ts';
import type { DrawingHead, DrawingOutput, Georeference, TextPlace } from './drawing-output.ts';
import { DrawingWriter } from './drawing-writer.ts';
import { ARC, CIRCLE, FACE, LINE, MTEXT, POINT, TEXT } from './entity-kinds.ts';
import type { GroupWriter } from './group-writer.ts';
import type { HatchPattern } from './hatch-pattern.ts';
import { writeHeader } from './header.ts';
import { writeObjects } from './objects.ts';
import { writePointReference } from './point-block.ts';
import { writePolyline, writePolyline3d } from './polylines.ts';
import { TableWriter } from './tables.ts';
import { escapeText, PIECE, piecesOf } from './texts.ts';
import type { Target } from './versions.ts';

/** Stretched between two positions (72). */
const FIT = 5;

/** Writes a drawing as DXF. */
export class DxfOutput implements DrawingOutput {
  readonly target: Target;
  readonly #out: GroupWriter;
  #writer: DrawingWriter;
  #height = 1;
  #box: ExtentBox | null = null;

  constructor(out: GroupWriter, target: Target) {
    this.#out = out;
    this.target = target;
    this.#writer = new DrawingWriter(out, target, []);
  }

  begin({ unit, box, layers, zero, lineTypes, textHeight, seed }: DrawingHead): void {
    const out = this.#out;
    this.#height = textHeight;
    this.#box = box;
    this.#writer = new DrawingWriter(out, this.target, layers, lineTypes);
    writeHeader(out, this.target, unit, box, seed);
    new TableWriter(out, this.target).write(layers, lineTypes, box);
    writeBlocks(this.#writer, zero, textHeight);
    out.text(0, 'SECTION');
    out.text(2, 'ENTITIES');
  }

  point(layer: number, feature: Feature, e: number, n: number, z: number): void {
    this.#writer.open(POINT, layer, feature);
    this.#out.position3(10, e, n, z);
  }

  pointReference(
    layer: number,
    feature: Feature,
    e: number,
    n: number,
    z: number,
    attributes: readonly string[],
  ): void {
    writePointReference(this.#writer, layer, feature, [e, n, Number.isNaN(z) ? 0 : z], attributes, this.#height);
  }

  line(layer: number, feature: Feature, ends: Float64Array): void {
    this.#writer.open(LINE, layer, feature);
    this.#out.position(10, ends, 0);
    this.#out.position(11, ends, 3);
  }

  circle(layer: number, feature: Feature, e: number, n: number, z: number, radius: number): void {
    this.#writer.open(CIRCLE, layer, feature);
    this.#out.position3(10, e, n, z);
    this.#out.number(40, radius);
  }

  arc(
    layer: number,
    feature: Feature,
    e: number,
    n: number,
    z: number,
    radius: number,
    start: number,
    end: number,
  ): void {
    this.#writer.open(ARC, layer, feature);
    this.#out.position3(10, e, n, z);
    this.#out.number(40, radius);
    this.#writer.subclass('AcDbArc');
    this.#out.number(50, (start / FULL_TURN) * 360);
    this.#out.number(51, (end / FULL_TURN) * 360);
  }

  polyline(layer: number, feature: Feature, path: Path, elevation: number, width: number): void {
    writePolyline(this.#writer, layer, feature, path, elevation, width);
  }

  polyline3d(layer: number, feature: Feature, path: Path): void {
    writePolyline3d(this.#writer, layer, feature, path);
  }

  hatch(layer: number, feature: Feature, path: Path, elevation: number, pattern: HatchPattern): void {
    writeHatch(this.#writer, layer, feature, path, elevation, pattern);
  }

  face(layer: number, vertices: Float64Array, a: number, b: number, c: number): void {
    const out = this.#out;
    this.#writer.open(FACE, layer);
    out.position(10, vertices, 3 * a);
    out.position(11, vertices, 3 * b);
    out.position(12, vertices, 3 * c);
    // A triangle repeats its last corner.
    out.position(13, vertices, 3 * c);
  }

  text(layer: number, feature: Feature, place: TextPlace, text: string): void {
    const out = this.#out;
    const { easting, northing, elevation, across, upright, fit, rotation } = place;
    this.#writer.open(TEXT, layer, feature);
    out.position3(10, easting, northing, elevation);
    out.number(40, place.height);
    out.text(1, escapeText(text));
    if (place.letterWidth !== 1) out.number(41, place.letterWidth);
    out.number(50, (rotation / Math.PI) * 180);
    if (fit > 0) {
      out.integer(72, FIT);
      out.position3(11, easting + fit * Math.cos(rotation), northing + fit * Math.sin(rotation), elevation);
    }
    const placed = across !== 0 || upright !== 0;
    if (placed) {
      out.integer(72, across);
      out.position3(11, easting, northing, elevation);
    }
    this.#writer.subclass('AcDbText');
    if (placed) out.integer(73, upright);
  }

  paragraph(layer: number, feature: Feature, place: TextPlace, width: number, attachment: number, text: string): void {
    const out = this.#out;
    this.#writer.open(MTEXT, layer, feature);
    out.position3(10, place.easting, place.northing, place.elevation);
    out.number(40, place.height);
    out.number(41, width);
    out.integer(71, attachment);
    out.integer(72, 5);
    const pieces = piecesOf(escapeText(text), PIECE);
    for (const [i, piece] of pieces.entries()) out.text(i + 1 < pieces.length ? 3 : 1, piece);
    out.number(50, (place.rotation / Math.PI) * 180);
  }

  end(georeference: Georeference | undefined): void {
    const out = this.#out;
    out.text(0, 'ENDSEC');
    if (this.target.modern) writeObjects(out, georeference, this.#box);
    out.text(0, 'EOF');
  }
}
