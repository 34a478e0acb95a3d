import { arcOfBulge, bulgeOfSweep, Feature, Path } from '@fieldbridge/fieldjob';
import { issueOf } from '../../core/issues/issue-of.ts';
import { childOf, readNode, type XmlNode } from '../../kit/xml/node.ts';
import { finiteDouble } from '../../kit/xml/values.ts';
import { placeOf, positionOf } from './positions.ts';
import { propertiesOf } from './properties.ts';
import type { Position, Scope } from './scope.ts';

/** A structure of a network: where it is, and the elevations at which pipes end in it, by their names. */
interface Structure {
  readonly place: Position;
  readonly inverts: ReadonlyMap<string, number>;
}

/** Attributes of structures and pipes that have a place of their own. */
const PLACED = new Set(['name', 'desc']);
/** Attributes that are elevations or lengths in the linear unit of the file. */
const LENGTHS = new Set(['elevRim', 'elevSump', 'elev', 'length']);

/**
 * Reads a pipe network: structures become points at their rims in a point list of the network's name, pipes become
 * lines between their structures at the inverts. Shapes, sizes and everything else become attributes.
 */
export async function readPipeNetwork(scope: Scope): Promise<void> {
  const { document } = scope;
  const network = document.scanner.attributes.get('name') ?? '';
  const structures = new Map<string, Structure>();
  const pipes: XmlNode[] = [];
  await document.children((child) => {
    if (child === 'Structs')
      return document.children((one) => {
        if (one === 'Struct') readStructure(scope, readNode(document.scanner), network, structures);
        else scope.notRead(one);
      });
    if (child === 'Pipes')
      return document.children((one) => {
        if (one === 'Pipe') pipes.push(readNode(document.scanner));
        else scope.notRead(one);
      });
    return scope.notRead(child);
  });
  // Structures may be behind the pipes.
  for (const pipe of pipes) readPipe(scope, pipe, network, structures);
}

function readStructure(scope: Scope, node: XmlNode, network: string, structures: Map<string, Structure>): void {
  scope.found('Struct');
  const feature = featureOf(scope, node);
  feature.list = network;
  const centre = positionOf(scope, childOf(node, 'Center'));
  if (centre === undefined) {
    scope.skipped('Struct', issueOf('coordinates-missing', { kind: 'structure', name: feature.name }));
    return;
  }
  const length = (element: XmlNode, name: string): number =>
    finiteDouble(element.attributes.get(name) ?? '') * scope.scale;
  const inverts = node.children.filter(({ name }) => name === 'Invert');
  structures.set(feature.name, {
    place: centre,
    inverts: new Map(inverts.map((invert) => [invert.attributes.get('refPipe') ?? '', length(invert, 'elev')])),
  });
  const rim = length(node, 'elevRim');
  scope.spend(1);
  scope.sink.point(feature, centre.easting, centre.northing, Number.isNaN(rim) ? centre.elevation : rim);
}

function readPipe(scope: Scope, node: XmlNode, network: string, structures: ReadonlyMap<string, Structure>): void {
  scope.found('Pipe');
  const feature = featureOf(scope, node);
  feature.attributes = ['network', network, ...feature.attributes];
  const [from, to] = ['refStart', 'refEnd'].map((key) => structures.get(node.attributes.get(key) ?? ''));
  if (from === undefined || to === undefined) {
    const end = (from ?? to)?.place;
    scope.skipped('Pipe', issueOf('pipe-end-missing', { name: feature.name }, placeOf(end)));
    return;
  }
  const path = new Path();
  const elevation = ({ inverts }: Structure): number => inverts.get(feature.name) ?? Number.NaN;
  const centre = positionOf(scope, childOf(node, 'Center'));
  const bulge = centre === undefined ? 0 : bulgeAbout(centre, from.place, to.place);
  path.vertex(from.place.easting, from.place.northing, elevation(from), bulge);
  path.vertex(to.place.easting, to.place.northing, elevation(to));
  scope.spend(2);
  scope.sink.line(feature, path);
}

/** The bulge of the shorter arc about a centre; 0 if both ends are not equally far from it. */
function bulgeAbout(centre: Position, from: Position, to: Position): number {
  const angle = (at: Position): number => Math.atan2(at.northing - centre.northing, at.easting - centre.easting);
  const sweep = angle(to) - angle(from);
  const bulge = bulgeOfSweep(Math.atan2(Math.sin(sweep), Math.cos(sweep)));
  const arc = arcOfBulge(from.easting, from.northing, to.easting, to.northing, bulge);
  const off = arc === undefined ? Infinity : Math.hypot(arc.easting - centre.easting, arc.northing - centre.northing);
  return off < AGREEMENT ? bulge : 0;
}

/** Distance in the job's unit between the stated centre of an arc and that of its ends. */
const AGREEMENT = 0.01;

/** Name and description of an element; all else that it states as attributes, those of its parts behind their names. */
function featureOf(scope: Scope, node: XmlNode): Feature {
  const feature = new Feature();
  feature.name = node.attributes.get('name') ?? '';
  feature.description = node.attributes.get('desc') ?? '';
  const pairs: string[] = [];
  const add = (prefix: string, attributes: ReadonlyMap<string, string>): void => {
    for (const [key, value] of attributes) {
      if (prefix === '' && PLACED.has(key)) continue;
      const number = LENGTHS.has(key) && scope.scale !== 1 ? finiteDouble(value) * scope.scale : Number.NaN;
      pairs.push(`${prefix}${key}`, Number.isNaN(number) ? value : String(number));
    }
  };
  add('', node.attributes);
  const counts = new Map<string, number>();
  for (const { name, attributes } of node.children) {
    if (name === 'Center' || name === 'Feature') continue;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    // A structure has an invert for each of its pipes.
    add(count === 1 ? `${name}.` : `${name} ${count}.`, attributes);
    if (attributes.size === 0) pairs.push(name, '');
  }
  feature.attributes = [...pairs, ...propertiesOf(node)];
  return feature;
}
