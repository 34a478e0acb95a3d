import type { Surface, SurfaceLine } from '@fieldbridge/fieldjob';
import type { WriteContext } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import type { XmlWriter } from '../../kit/xml/writer.ts';

/** The schema's kinds of lines, with their names in LandXML. */
const BREAKLINES: Readonly<Record<string, string | undefined>> = {
  __proto__: null as never,
  ...{ standard: 'standard', wall: 'wall', proximity: 'proximity', nondestructive: 'nondestructive' },
  // Breaklines need not state their kind.
  ...{ hard: 'standard', '': undefined },
};
const BOUNDARIES: Readonly<Record<string, string>> = {
  __proto__: null as never,
  ...{ outer: 'outer', void: 'void', island: 'island', inner: 'void' },
};

/** Writes the breaklines and boundaries of a surface. */
export function writeSourceData(
  xml: XmlWriter,
  { breaklines, boundaries, name }: Surface,
  context: WriteContext,
): void {
  const able = (line: SurfaceLine): boolean => {
    if (line.coordinates.length >= 6 && positionsAreFinite(line.coordinates)) return true;
    context.report(issueOf('surface-line-left-out', { surface: name }));
    return false;
  };
  const kindOf = ({ kind }: SurfaceLine, kinds: Readonly<Record<string, string | undefined>>, usual: string) => {
    if (kind in kinds) return kinds[kind];
    context.report(issueOf('line-kind-changed', { surface: name, kind: kind.slice(0, 40), used: usual }));
    return usual;
  };
  const write = (element: string, line: SurfaceLine, attributes: Record<string, string | undefined>): void => {
    xml.start(element, attributes);
    const lost = writePositions(xml, line.coordinates);
    if (lost > 0) context.report(issueOf('line-elevation-left-out', { count: lost, surface: name }));
    xml.end();
  };
  const breaks = breaklines.filter(able);
  const bounds = boundaries.filter(able);
  if (breaks.length + bounds.length === 0) return;
  xml.start('SourceData');
  if (breaks.length > 0) {
    xml.start('Breaklines');
    for (const line of breaks)
      write('Breakline', line, { name: line.name || undefined, brkType: kindOf(line, BREAKLINES, 'standard') });
    xml.end();
  }
  if (bounds.length > 0) {
    xml.start('Boundaries');
    for (const line of bounds) {
      const bndType = kindOf(line, BOUNDARIES, 'outer');
      write('Boundary', line, { name: line.name || undefined, bndType, edgeTrim: 'false' });
    }
    xml.end();
  }
  xml.end();
}

/**
 * Writes easting, northing, elevation triples as a list, in 3-D if every elevation is known.
 * @returns the number of known elevations left out of a 2-D list
 */
export function writePositions(xml: XmlWriter, coordinates: Float64Array): number {
  const count = coordinates.length / 3;
  let known = 0;
  for (let i = 2; i < coordinates.length; i += 3) if (Number.isFinite(coordinates[i]!)) known++;
  const flat = known < count;
  const size = flat ? 2 : 3;
  const list = new Float64Array(size * count);
  for (let i = 0; i < count; i++) {
    list[size * i] = coordinates[3 * i + 1]!;
    list[size * i + 1] = coordinates[3 * i]!;
    if (!flat) list[size * i + 2] = coordinates[3 * i + 2]!;
  }
  xml.list(flat ? 'PntList2D' : 'PntList3D', list, size);
  return flat ? known : 0;
}

function positionsAreFinite(coordinates: Float64Array): boolean {
  return coordinates.every((value, index) => index % 3 === 2 || Number.isFinite(value));
}
