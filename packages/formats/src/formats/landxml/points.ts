import { Feature } from '@fieldbridge/fieldjob';
import { issueOf } from '../../core/issues/issue-of.ts';
import { readTuple } from '../../kit/xml/number-list.ts';
import { parseTime } from '../../kit/xml/values.ts';
import type { Position, Scope } from './scope.ts';

/** Attributes of a point with a field in the job; the others are kept as attributes. */
const PLACED = new Set(['name', 'desc', 'code', 'timeStamp', 'pntRef']);
const place = new Float64Array(3);

/** Reads `CgPoints`, which may be nested; its name is the name of the point list. */
export async function readCgPoints(scope: Scope, list = ''): Promise<void> {
  const { document } = scope;
  const name = document.scanner.attributes.get('name') ?? list;
  const feature = new Feature();
  await document.children((child) => {
    if (child === 'CgPoint') readCgPoint(scope, feature, name);
    else if (child === 'CgPoints') return readCgPoints(scope, name);
    else if (child !== 'Feature') scope.notRead(child);
  });
}

function readCgPoint(scope: Scope, feature: Feature, list: string): void {
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
  const position = readPosition(scope) ?? (reference === undefined ? undefined : scope.points.get(reference));
  if (position === undefined) {
    scope.skipped('CgPoint', issueOf('coordinates-missing', { kind: 'point', name: feature.name }));
    return;
  }
  if (feature.name !== '') scope.points.set(feature.name, position);
  sink.point(feature, position.easting, position.northing, position.elevation);
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
