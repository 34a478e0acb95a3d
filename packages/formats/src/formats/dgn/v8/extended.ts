import { issueOf } from '../../../core/issues/issue-of.ts';
import { checkLimit, type Limits } from '../../../core/limits.ts';
import type { Pen } from '../../../kit/cad/pen.ts';
import type { Drawn } from '../dialect.ts';
import type { Attribute } from './attributes.ts';
import type { V8Element } from './element.ts';
import { elementNumber, TERRAIN_MODEL, type V8Attributes } from './stored-attributes.ts';
import { drawStored, STORED_GRAPHICS } from './stored-graphics.ts';
import { POINT_SIZE, readTerrain, TERRAIN } from './terrain.ts';

/** Attribute with the name of an element, as UTF-16. */
const NAME = 0x587a0000;
/** Attributes of a terrain model with the element that holds its arrays, and with the way to units of resolution. */
const [REFERENCE, TRANSFORMATION] = [0x64, 0x14e].map(handlerOf) as [number, number];
/** A reference: three bytes, then the number of the element. */
const REFERENCE_SIZE = 7;
/** A transformation: a word, then three rows of {east, north, up, shift}. */
const TRANSFORMATION_SIZE = 2 + 12 * 8;
const wide = new TextDecoder('utf-16le');

/** Turns stored numbers into the job's. */
export type Coordinate = (uor: number, axis: number) => number;

/** Draws an extended element (106): a terrain model as a surface, others by the graphics stored with them. */
export function drawExtended(
  element: V8Element,
  stored: V8Attributes,
  pen: Pen,
  coordinate: Coordinate,
  limits: Limits,
): Drawn {
  const own = stored.of(elementNumber(element));
  if (stored.handlerOf(element)?.[0] !== TERRAIN_MODEL) {
    const graphics = find(own, STORED_GRAPHICS);
    return graphics === undefined ? { fault: 'dgn-layout-unknown' } : drawStored(graphics.bytes, pen, coordinate);
  }
  const reference = find(own, REFERENCE)?.bytes;
  const holder = reference?.length === REFERENCE_SIZE ? Buffer.from(reference).readUInt32LE(3) : undefined;
  const data = holder === undefined ? own : stored.of(BigInt(holder));
  const part = (array: number): Uint8Array => joined(data, handlerOf(array));
  checkLimit(limits, 'vertices', part(TERRAIN.points).length / POINT_SIZE, 'points of a terrain model');
  const terrain = readTerrain(part);
  if (terrain === undefined) return { fault: 'dgn-element-short' };
  const place = placement(find([...data, ...own], TRANSFORMATION)?.bytes, coordinate);
  const name = wide.decode(find(data, NAME)?.bytes) || 'Terrain model';
  const { triangles, found, stated } = terrain;
  const breaklines = terrain.breaklines.map((line) => ({ ...line, coordinates: place(line.coordinates) }));
  if (!pen.surface(name, place(terrain.vertices), triangles, { breaklines })) return { fault: 'dgn-position-invalid' };
  return found === stated ? 'drawn' : issueOf('dgn-terrain-triangles', { name, found, stated });
}

/** Number of the handler with which a terrain model stores something. */
function handlerOf(kind: number): number {
  return TERRAIN_MODEL * 0x10000 + kind;
}

function find(attributes: readonly Attribute[], wanted: number): Attribute | undefined {
  return attributes.find(({ handler }) => handler === wanted);
}

/** An array that may be stored in several parts, by their numbers. */
function joined(attributes: readonly Attribute[], wanted: number): Uint8Array {
  const parts = attributes.filter(({ handler }) => handler === wanted).sort((a, b) => a.number - b.number);
  return parts.length === 1 ? parts[0]!.bytes : Buffer.concat(parts.map(({ bytes }) => bytes));
}

/** Places coordinate triples of a terrain model in the job. */
function placement(
  transformation: Uint8Array | undefined,
  coordinate: Coordinate,
): (triples: Float64Array) => Float64Array {
  const bytes = transformation?.length === TRANSFORMATION_SIZE ? Buffer.from(transformation) : undefined;
  const factor = (axis: number, i: number): number => bytes?.readDoubleLE(2 + 8 * (4 * axis + i)) ?? Number(axis === i);
  const rows = [0, 1, 2].map((axis) => [0, 1, 2, 3].map((i) => factor(axis, i)));
  return (triples) =>
    triples.map((_, i) => {
      const [axis, first] = [i % 3, i - (i % 3)];
      const [east, north, up, shift] = rows[axis] as [number, number, number, number];
      const uor = east * triples[first]! + north * triples[first + 1]! + up * triples[first + 2]! + shift;
      return coordinate(uor, axis);
    });
}
