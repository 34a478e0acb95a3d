import type { CrossSection, StationEquation, VerticalPoint } from '@fieldbridge/fieldjob';
import { issueOf } from '../../core/issues/issue-of.ts';
import type { XmlNode } from '../../kit/xml/node.ts';
import { finiteDouble } from '../../kit/xml/values.ts';
import { numbersOf } from './coord-geom.ts';
import type { Scope } from './scope.ts';

const CURVES: Readonly<Record<string, VerticalPoint['curve']>> = {
  PVI: 'none',
  ParaCurve: 'parabola',
  UnsymParaCurve: 'parabola',
  CircCurve: 'arc',
};

/** Reads a `ProfAlign`. */
export function readProfile(scope: Scope, profile: XmlNode): VerticalPoint[] {
  const points: VerticalPoint[] = [];
  for (const node of profile.children) {
    if (node.name === 'Feature') continue;
    const curve = Object.hasOwn(CURVES, node.name) ? CURVES[node.name]! : undefined;
    const [station, elevation] = numbersOf(node) ?? [];
    const value = (name: string): number => finiteDouble(node.attributes.get(name) ?? '') * scope.scale;
    const length = node.name === 'UnsymParaCurve' ? value('lengthIn') + value('lengthOut') : value('length');
    if (
      curve === undefined ||
      station === undefined ||
      elevation === undefined ||
      (curve !== 'none' && !(length >= 0))
    ) {
      scope.document.report(issueOf('profile-damaged', { element: node.name }, { line: node.line }));
      continue;
    }
    if (node.name === 'UnsymParaCurve') {
      scope.document.report(issueOf('parabola-simplified', {}, { line: node.line }));
    }
    points.push({
      station: station * scope.scale,
      elevation: elevation * scope.scale,
      curve,
      length: curve === 'none' ? 0 : length,
      radius: curve === 'arc' ? value('radius') : Number.NaN,
    });
  }
  return points;
}

/** Reads the surfaces of a cross section, each as a section with the name of the surface. */
export function readSection(scope: Scope, node: XmlNode, sections: CrossSection[]): void {
  const station = finiteDouble(node.attributes.get('sta') ?? '') * scope.scale;
  for (const surface of node.children) {
    if (surface.name !== 'CrossSectSurf' && surface.name !== 'DesignCrossSectSurf') continue;
    scope.found(surface.name);
    const numbers: number[] = [];
    let fault = Number.isNaN(station);
    for (const child of surface.children) {
      if (child.name !== 'PntList2D' && child.name !== 'CrossSectPnt') continue;
      const list = numbersOf(child);
      const slope = (child.attributes.get('dataFormat') ?? 'Offset Elevation') !== 'Offset Elevation';
      if (list === undefined || list.length % 2 !== 0 || slope) fault = true;
      else numbers.push(...list);
    }
    if (fault) {
      const section = `"${node.attributes.get('name') ?? ''}"`;
      scope.skipped(surface.name, issueOf('section-damaged', { section }));
      continue;
    }
    scope.spend(numbers.length / 2);
    const name = surface.attributes.get('name') ?? '';
    sections.push({ name, station, points: Float64Array.from(numbers, (value) => value * scope.scale) });
  }
}

/** The station equations of an alignment, read one by one. */
export class Equations {
  readonly list: StationEquation[] = [];
  readonly #scope: Scope;
  readonly #alignment: string;
  /** How far stations are ahead of the distance along the axis after the equations so far. */
  #jumped = 0;

  /** @param alignment its name, for issues */
  constructor(scope: Scope, alignment: string) {
    this.#scope = scope;
    this.#alignment = alignment;
  }

  /** Reads the current `StaEquation`. Its back station may only be given by the distance along the axis. */
  read(): void {
    const { document, scale } = this.#scope;
    const { attributes } = document.scanner;
    const value = (key: string): number => finiteDouble(attributes.get(key) ?? '') * scale;
    const ahead = value('staAhead');
    const stated = value('staBack');
    const back = Number.isNaN(stated) ? value('staInternal') + this.#jumped : stated;
    if (Number.isNaN(back) || Number.isNaN(ahead)) {
      document.report(issueOf('station-equation-damaged', { alignment: this.#alignment }));
      return;
    }
    if (attributes.get('staIncrement') === 'decreasing') {
      document.report(issueOf('station-decreasing', { alignment: this.#alignment }));
    }
    this.#jumped += ahead - back;
    this.list.push({ back, ahead });
  }
}
