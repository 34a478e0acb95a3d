import { Feature } from '@fieldbridge/fieldjob';
import { issueOf } from '../../core/issues/issue-of.ts';
import { readNode } from '../../kit/xml/node.ts';
import { readTuple } from '../../kit/xml/number-list.ts';
import { parseTime } from '../../kit/xml/values.ts';
import { ownProperties } from './properties.ts';
import type { Position, Scope } from './scope.ts';

/** Attributes of a point with a field in the job; the others are kept as attributes. */
const PLACED = new Set(['name', 'desc', 'code', 'timeStamp', 'pntRef', 'featureRef']);
const place = new Float64Array(3);

/** Reads `CgPoints`, which may be nested; its name is the name of the point list. */
export async function readCgPoints(scope: Scope, list = ''): Promise<void> {
  const { document } = scope;
  const name = document.scanner.attributes.get('name') ?? list;
  const feature = new Feature();
  const waiting: Waiting[] = [];
  const properties = new Map<string, string[]>();
  await document.children((child) => {
    if (child === 'CgPoint') readCgPoint(scope, feature, name, waiting);
    else if (child === 'CgPoints') return readCgPoints(scope, name);
    else if (child === 'Feature') {
      const node = readNode(document.scanner);
      properties.set(node.attributes.get('name') ?? '', ownProperties(node));
    } else scope.notRead(child);
  });
  emitWaiting(scope, waiting, properties);
}

/** A point that refers to a feature, which is behind the points. */
interface Waiting {
  readonly feature: Feature;
  readonly position: Position;
  readonly reference: string;
}

/** Passes on the points that waited for their features; features that no point refers to are counted. */
function emitWaiting(scope: Scope, waiting: readonly Waiting[], properties: ReadonlyMap<string, string[]>): void {
  const used = new Set<string>();
  for (const { feature, position, reference } of waiting) {
    used.add(reference);
    const more = properties.get(reference) ?? ['featureRef', reference];
    feature.attributes = [...feature.attributes, ...more];
    scope.sink.point(feature, position.easting, position.northing, position.elevation);
  }
  for (const name of properties.keys()) if (!used.has(name)) scope.notRead('Feature');
}

function readCgPoint(scope: Scope, feature: Feature, list: string, waiting: Waiting[]): void {
  const { document, sink } = scope;
  const { attributes } = document.scanner;
  scope.found('CgPoint');
  feature.reset();
  feature.name = attributes.get('name') ?? '';
  feature.code = attributes.get('code') ?? '';
  feature.description = attributes.get('desc') ?? '';
  feature.time = parseTime(attributes.get('timeStamp') ?? '');
  feature.list = list;
  const pairs: string[] = [];
  for (let i = 0; i < attributes.length; i++) {
    const name = attributes.name(i).text;
    if (!PLACED.has(name) && !name.startsWith('xmlns')) pairs.push(name, attributes.value(i));
  }
  feature.attributes = pairs;
  const reference = attributes.get('pntRef');
  const properties = attributes.get('featureRef');
  const position = readPosition(scope) ?? (reference === undefined ? undefined : scope.points.get(reference));
  if (position === undefined) {
    scope.skipped('CgPoint', issueOf('coordinates-missing', { kind: 'point', name: feature.name }));
    return;
  }
  if (feature.name !== '') scope.points.set(feature.name, position);
  if (properties === undefined) sink.point(feature, position.easting, position.northing, position.elevation);
  else waiting.push({ feature: Object.assign(new Feature(), feature), position, reference: properties });
}

/**
 * The position in the current element's text (northing, easting, optional elevation); skips to the end of the element.
 */
export function readPosition(scope: Scope): Position | undefined {
  const count = readTuple(scope.document.scanner, place);
  if ((count !== 2 && count !== 3) || !place.subarray(0, count).every(Number.isFinite)) return undefined;
  const { scale } = scope;
  return {
    northing: place[0]! * scale,
    easting: place[1]! * scale,
    elevation: count === 3 ? place[2]! * scale : Number.NaN,
  };
}
