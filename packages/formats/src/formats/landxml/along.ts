import type { StationEquation, VerticalPoint } from '@fieldbridge/fieldjob';
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
    if (node.name === 'Feature') {
      scope.notRead('Feature');
      continue;
    }
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
    const description = attributes.get('desc') ?? '';
    this.list.push(description === '' ? { back, ahead } : { back, ahead, description });
  }
}
