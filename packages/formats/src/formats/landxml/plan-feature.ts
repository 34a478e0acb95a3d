import { bulgeOfSweep, Feature, Path } from '@fieldbridge/fieldjob';
import { issueOf } from '../../core/issues/issue-of.ts';
import { readNode, type XmlNode } from '../../kit/xml/node.ts';
import { type Piece, readPieces } from './coord-geom.ts';
import { whereIs } from './positions.ts';
import { propertiesOf } from './properties.ts';
import type { Scope } from './scope.ts';
import { strokeClothoid } from './stroke-clothoid.ts';

const PLACED = new Set(['name', 'desc', 'code']);

/** Reads a plan feature as a line. */
export function readPlanFeature(scope: Scope): void {
  readPath(scope, 'PlanFeature', (feature, path) => scope.sink.line(feature, path));
}

/** Reads a parcel as an area, and parcels inside it as further areas. */
export function readParcel(scope: Scope): void {
  readPath(scope, 'Parcel', (feature, path) => scope.sink.area(feature, path));
}

function readPath(scope: Scope, element: string, emit: (feature: Feature, path: Path) => void): void {
  addPaths(scope, element, readNode(scope.document.scanner), emit);
}

/** Adds the feature of a node, then the parcels inside it. */
function addPaths(scope: Scope, element: string, node: XmlNode, emit: (feature: Feature, path: Path) => void): void {
  addPath(scope, element, node, emit);
  for (const group of node.children) {
    if (group.name !== `${element}s`) continue;
    for (const part of group.children) if (part.name === element) addPaths(scope, element, part, emit);
  }
}

function addPath(scope: Scope, element: string, node: XmlNode, emit: (feature: Feature, path: Path) => void): void {
  scope.found(element);
  const feature = featureOf(node);
  const pairs: string[] = [];
  const rings = node.children
    .filter((child) => child.name === 'CoordGeom')
    .map((geometry) => readPieces(scope, geometry, 0, pairs));
  if (pairs.length > 0) feature.attributes = [...(feature.attributes ?? []), ...pairs];
  if (rings.length === 0 || rings.some((pieces) => pieces === undefined || pieces.length === 0)) {
    scope.skipped(element, issueOf('geometry-missing', { element, name: feature.name }, whereIs(scope, node)));
    return;
  }
  if (element === 'Parcel') emit(feature, pathOf(scope, rings as Piece[][], true));
  else for (const pieces of rings) emit(feature, pathOf(scope, [pieces!], false));
}

function featureOf(node: XmlNode): Feature {
  const feature = new Feature();
  feature.name = node.attributes.get('name') ?? '';
  feature.code = node.attributes.get('code') ?? '';
  feature.description = node.attributes.get('desc') ?? '';
  const pairs: string[] = [];
  for (const [name, value] of node.attributes) if (!PLACED.has(name)) pairs.push(name, value);
  const properties = propertiesOf(node);
  // The code of a feature without a name is that of the element, unless that states its own.
  if (feature.code === '' && properties[0] === '@code') feature.code = properties.splice(0, 2)[1]!;
  feature.attributes = [...pairs, ...properties];
  return feature;
}

/**
 * Rings of pieces as one path. A last position at the start closes its ring and is dropped; rings of an area are always
 * closed.
 */
function pathOf(scope: Scope, rings: readonly (readonly Piece[])[], area: boolean): Path {
  const path = new Path();
  path.closed = true;
  for (const pieces of rings) {
    path.ring();
    for (const piece of pieces) addPiece(path, piece);
    const { end } = pieces.at(-1)!;
    if (closes(pieces, area)) continue;
    path.closed = area;
    path.vertex(end.easting, end.northing, end.elevation);
  }
  scope.spend(path.count);
  return path;
}

/** Whether the last end is the first start. A line may end above it: a vertical edge, a helical ramp. */
function closes(pieces: readonly Piece[], area: boolean): boolean {
  const { easting, northing, elevation } = pieces[0]!.start;
  const { end } = pieces.at(-1)!;
  if (easting !== end.easting || northing !== end.northing) return false;
  return area || (pieces.length > 1 && Object.is(elevation, end.elevation));
}

function addPiece(path: Path, piece: Piece): void {
  const { start } = piece;
  if (piece.kind === 'arc') {
    path.vertex(start.easting, start.northing, start.elevation, bulgeOfSweep(-piece.length / piece.startRadius));
  } else if (piece.kind === 'straight') path.vertex(start.easting, start.northing, start.elevation);
  else strokeClothoid(piece, path);
}
