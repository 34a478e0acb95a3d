import { type CrossSection, SIDES } from '@fieldbridge/fieldjob';
import { issueOf } from '../../core/issues/issue-of.ts';
import type { XmlNode } from '../../kit/xml/node.ts';
import { finiteDouble } from '../../kit/xml/values.ts';
import type { AlongIssues } from './along-issues.ts';
import { numbersOf } from './positions.ts';
import { propertiesOf } from './properties.ts';
import type { Scope } from './scope.ts';

const EXISTING = 'CrossSectSurf';
const DESIGN = 'DesignCrossSectSurf';
/** Attributes of a surface, and of a cross section, that have a place of their own. */
const PLACED = new Set(['name', 'side']);
const PLACED_ON_SECTION = new Set(['name', 'sta']);
const OFFSET_ELEVATION = 'Offset Elevation';

/** Reads the surfaces of a cross section: each is a section of its own, named by the surface. */
export function readSection(scope: Scope, node: XmlNode, sections: CrossSection[], along: AlongIssues): void {
  const station = finiteDouble(node.attributes.get('sta') ?? '') * scope.scale;
  const section = node.attributes.get('name') ?? '';
  // They are kept with the first surface.
  let own = propertiesOf(node, 'CrossSect');
  for (const surface of node.children) {
    if (surface.name === 'Feature') continue;
    if (surface.name !== EXISTING && surface.name !== DESIGN) {
      scope.notRead(surface.name, node.name);
      continue;
    }
    for (const point of surface.children)
      for (const child of point.name === 'CrossSectPnt' ? point.children : [])
        if (child.name === 'Feature') scope.notRead('Feature', point.name);
    scope.found(surface.name);
    const points = readPoints(surface);
    if (points === undefined || Number.isNaN(station)) {
      const issue = issueOf('section-damaged', { section: `"${section}"` });
      scope.skipped(surface.name, issue, (one) => along.report(one, station));
      continue;
    }
    scope.spend(points.numbers.length / 2);
    const side = SIDES.find((one) => one === surface.attributes.get('side'));
    const attributes = [
      ...othersOf(node, PLACED_ON_SECTION, ON_SECTION),
      ...othersOf(surface, PLACED),
      ...propertiesOf(surface),
      ...own,
    ];
    own = [];
    sections.push({
      name: surface.attributes.get('name') ?? '',
      station,
      points: Float64Array.from(points.numbers, (value) => value * scope.scale),
      ...(surface.name === EXISTING && { kind: 'existing' }),
      ...(section !== '' && { section }),
      ...(side && { side }),
      ...(points.codes.some((code) => code !== '') && { codes: points.codes }),
      ...(points.names.some((name) => name !== '') && { pointNames: points.names }),
      ...(attributes.length > 0 && { attributes }),
    });
  }
  if (own.length > 0) scope.notRead('Feature', node.name);
}

/** Before the names of attributes that are those of the whole cross section. */
export const ON_SECTION = 'CrossSect.';

function othersOf({ attributes }: XmlNode, placed: ReadonlySet<string>, prefix = ''): string[] {
  return Array.from(attributes)
    .filter(([name]) => !placed.has(name) && !name.startsWith('xmlns'))
    .flatMap(([name, value]) => [`${prefix}${name}`, value]);
}

/** The points of a surface with the code and the name of each; undefined if one cannot be read. */
function readPoints(surface: XmlNode): { numbers: number[]; codes: string[]; names: string[] } | undefined {
  const found = { numbers: [] as number[], codes: [] as string[], names: [] as string[] };
  for (const child of surface.children) {
    if (child.name !== 'PntList2D' && child.name !== 'CrossSectPnt') continue;
    const list = numbersOf(child);
    const format = child.attributes.get('dataFormat') ?? OFFSET_ELEVATION;
    if (list === undefined || list.length % 2 !== 0 || format !== OFFSET_ELEVATION) return undefined;
    found.numbers.push(...list);
    for (let i = 0; i < list.length / 2; i++) {
      found.codes.push(child.attributes.get('code') ?? '');
      found.names.push(child.attributes.get('name') ?? '');
    }
  }
  return found;
}
