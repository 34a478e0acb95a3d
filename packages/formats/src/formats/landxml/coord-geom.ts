import { FULL_TURN, type HorizontalElement, withinTurn } from '@fieldbridge/fieldjob';
import { issueOf } from '../../core/issues/issue-of.ts';
import { childOf, type XmlNode } from '../../kit/xml/node.ts';
import { finiteDouble } from '../../kit/xml/values.ts';
import { placed, placeOf, positionOf, whereIs } from './positions.ts';
import { elementPart, propertiesOf } from './properties.ts';
import type { Position, Scope } from './scope.ts';
import { endAzimuth } from './stroke-clothoid.ts';

/** Largest difference, in the job's unit, between equal stated and computed lengths. */
const AGREEMENT = 0.002;

/** A piece of a `CoordGeom`: the properties of an alignment's element, and its end. */
export interface Piece {
  readonly kind: HorizontalElement['kind'];
  readonly start: Position;
  readonly end: Position;
  readonly length: number;
  /** Direction at the start, radians clockwise from north. */
  readonly azimuth: number;
  /** Signed, positive to the right; Infinity where straight. */
  readonly startRadius: number;
  readonly endRadius: number;
}

/**
 * The pieces of a `CoordGeom` in order; an irregular line gives several straights.
 * @param before pieces of the alignment before it
 * @param pairs takes the properties of the elements
 * @returns undefined if a piece cannot be read (reported)
 */
export function readPieces(scope: Scope, geometry: XmlNode, before: number, pairs: string[]): Piece[] | undefined {
  const pieces: Piece[] = [];
  for (const node of geometry.children) {
    if (node.name === 'Feature') continue;
    pairs.push(...propertiesOf(node, elementPart(before + pieces.length)));
    const read = pieceOf(scope, node, pieces.at(-1));
    if (read === undefined) {
      const what = `<${node.name}> of a CoordGeom`;
      const where = { ...placeOf(pieces.at(-1)?.end), ...whereIs(scope, node) };
      scope.document.report(issueOf('geometry-damaged', { what, fault: 'no-place' }, { line: node.line, ...where }));
      return undefined;
    }
    pieces.push(...read);
  }
  return pieces;
}

function pieceOf(scope: Scope, node: XmlNode, before: Piece | undefined): Piece[] | undefined {
  if (node.name === 'IrregularLine') return irregular(scope, node);
  const start = positionOf(scope, childOf(node, 'Start'));
  const end = positionOf(scope, childOf(node, 'End'));
  if (start === undefined || end === undefined) return undefined;
  const stated = finiteDouble(node.attributes.get('length') ?? '') * scope.scale;
  if (node.name === 'Line') return [straight(start, end, stated)];
  // Where easting and northing are to be exchanged, the coordinates are a mirror image until that is done.
  const isMirrored = scope.document.context.options['swap'] === true;
  const side = (node.attributes.get('rot') === 'cw') === isMirrored ? -1 : 1;
  if (node.name === 'Curve') {
    const centre = positionOf(scope, childOf(node, 'Center'));
    const radius = finiteDouble(node.attributes.get('radius') ?? '') * scope.scale;
    return centre === undefined ? undefined : curvesOf(start, end, centre, side, radius, stated);
  }
  if (node.name !== 'Spiral' || !(stated > 0)) return undefined;
  const type = node.attributes.get('spiType') ?? 'clothoid';
  if (type !== 'clothoid') {
    scope.document.report(issueOf('spiral-kind', { kind: type }, { line: node.line, ...placeOf(start) }));
  }
  const corner = positionOf(scope, childOf(node, 'PI'));
  const azimuth =
    corner === undefined
      ? before === undefined
        ? undefined
        : endAzimuth({ ...before, ...before.start })
      : azimuthOf(start, corner);
  if (azimuth === undefined) return undefined;
  const radius = (name: string): number => {
    const value = finiteDouble(node.attributes.get(name) ?? '') * scope.scale;
    return value > 0 ? side * value : Infinity;
  };
  const [startRadius, endRadius] = [radius('radiusStart'), radius('radiusEnd')];
  return [{ kind: 'clothoid', start, end, length: stated, azimuth, startRadius, endRadius }];
}

/** The stated value if it agrees with the coordinates, which are rounded; else the computed value. */
function agreed(computed: number, stated: number): number {
  return Math.abs(computed - stated) <= AGREEMENT ? stated : computed;
}

function straight(start: Position, end: Position, stated = Number.NaN): Piece {
  const length = agreed(Math.hypot(end.easting - start.easting, end.northing - start.northing), stated);
  return {
    kind: 'straight',
    start,
    end,
    length,
    azimuth: azimuthOf(start, end),
    startRadius: Infinity,
    endRadius: Infinity,
  };
}

/**
 * An arc; a whole circle, which ends at its start and states its full length, gives two halves.
 * @param side 1: turns right, -1: turns left
 */
function curvesOf(
  start: Position,
  end: Position,
  centre: Position,
  side: number,
  stated: number,
  arc: number,
): Piece[] {
  const piece = curve(start, end, centre, side, stated, arc);
  const apart = Math.hypot(end.easting - start.easting, end.northing - start.northing);
  if (apart > AGREEMENT || Math.abs(arc - FULL_TURN * Math.abs(piece.startRadius)) > AGREEMENT) return [piece];
  const middle = {
    easting: 2 * centre.easting - start.easting,
    northing: 2 * centre.northing - start.northing,
    elevation: (start.elevation + end.elevation) / 2,
  };
  const half = { ...piece, length: arc / 2 };
  return [
    { ...half, end: middle },
    { ...half, start: middle, azimuth: (piece.azimuth + Math.PI) % FULL_TURN },
  ];
}

/** @param side 1: turns right, -1: turns left */
function curve(start: Position, end: Position, centre: Position, side: number, stated: number, arc: number): Piece {
  const radius = agreed(Math.hypot(start.easting - centre.easting, start.northing - centre.northing), stated);
  const from = azimuthOf(centre, start);
  const turn = withinTurn((azimuthOf(centre, end) - from) * side);
  const azimuth = (from + side * (Math.PI / 2) + FULL_TURN) % FULL_TURN;
  return {
    kind: 'arc',
    start,
    end,
    length: agreed(radius * turn, arc),
    azimuth,
    startRadius: side * radius,
    endRadius: side * radius,
  };
}

function irregular(scope: Scope, node: XmlNode): Piece[] | undefined {
  const list = childOf(node, 'PntList3D') ?? childOf(node, 'PntList2D');
  if (list === undefined) return undefined;
  const size = list.name === 'PntList3D' ? 3 : 2;
  const numbers = list.text
    .split(/\s+/)
    .filter((word) => word !== '')
    .map(finiteDouble);
  if (numbers.some(Number.isNaN) || numbers.length % size !== 0) return undefined;
  const positions: Position[] = [];
  for (let i = 0; i < numbers.length; i += size) positions.push(placed(scope, numbers.slice(i, i + size)));
  return positions.slice(1).map((position, index) => straight(positions[index]!, position));
}

function azimuthOf(from: Position, to: Position): number {
  const azimuth = Math.atan2(to.easting - from.easting, to.northing - from.northing);
  return azimuth < 0 ? azimuth + FULL_TURN : azimuth;
}
