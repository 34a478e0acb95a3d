import type { StationEquation, VerticalPoint } from '@fieldbridge/fieldjob';
import { issueOf } from '../../core/issues/issue-of.ts';
import type { XmlNode } from '../../kit/xml/node.ts';
import { finiteDouble } from '../../kit/xml/values.ts';
import type { AlongIssues } from './along-issues.ts';
import { numbersOf } from './positions.ts';
import type { Scope } from './scope.ts';

const CURVES: Readonly<Record<string, VerticalPoint['curve']>> = {
  PVI: 'none',
  ParaCurve: 'parabola',
  UnsymParaCurve: 'parabola',
  CircCurve: 'arc',
};

/** Reads a `ProfAlign`. */
export function readProfile(scope: Scope, profile: XmlNode, along: AlongIssues): VerticalPoint[] {
  const points: ProfilePoint[] = [];
  for (const node of profile.children) {
    // Of the whole profile they are kept with the alignment; of its points there is no place.
    if (node.name === 'Feature') continue;
    for (const child of node.children) if (child.name === 'Feature') scope.notRead('Feature', node.name);
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
      const issue = issueOf('profile-damaged', { element: node.name }, { line: node.line });
      along.report(issue, (station ?? Number.NaN) * scope.scale);
      continue;
    }
    points.push({
      ...(node.name === 'UnsymParaCurve' && { lengths: [value('lengthIn'), value('lengthOut')], line: node.line }),
      station: station * scope.scale,
      elevation: elevation * scope.scale,
      curve,
      length: curve === 'none' ? 0 : length,
      radius: curve === 'arc' ? value('radius') : Number.NaN,
    });
  }
  return points.flatMap((point, i) => halvesOf(along, point, points[i - 1], points[i + 1]));
}

/** A vertical point; of an unsymmetrical parabola the lengths before and behind it, too. */
interface ProfilePoint extends VerticalPoint {
  readonly lengths?: readonly [before: number, behind: number];
  readonly line?: number;
}

/**
 * A vertical point, or the two of an unsymmetrical parabola: that consists of two symmetrical ones, which touch at its
 * station and have their points in the middles of its tangents. At an end of the profile it has only one tangent, and
 * is read as symmetrical.
 */
function halvesOf(
  along: AlongIssues,
  { lengths, line, ...point }: ProfilePoint,
  previous: VerticalPoint | undefined,
  next: VerticalPoint | undefined,
): VerticalPoint[] {
  if (lengths === undefined) return [point];
  const { station, elevation } = point;
  const [before, behind] = lengths;
  if (before === behind) return [point];
  const grade = (from: VerticalPoint, to: VerticalPoint): number =>
    (to.elevation - from.elevation) / (to.station - from.station);
  const into = previous === undefined ? Number.NaN : grade(previous, point);
  const out = next === undefined ? Number.NaN : grade(point, next);
  if (!(before > 0 && behind > 0) || !Number.isFinite(into) || !Number.isFinite(out)) {
    along.report(issueOf('parabola-simplified', {}, { line }), station);
    return [point];
  }
  along.report(issueOf('parabola-divided', {}, { line }), station);
  return [
    { ...point, station: station - before / 2, elevation: elevation - (into * before) / 2, length: before },
    { ...point, station: station + behind / 2, elevation: elevation + (out * behind) / 2, length: behind },
  ];
}

/** The station equations of an alignment, read one by one. */
export class Equations {
  readonly list: StationEquation[] = [];
  readonly #scope: Scope;
  readonly #alignment: string;
  readonly #along: AlongIssues;
  /** How far stations are ahead of the distance along the axis after the equations so far. */
  #jumped = 0;

  /** @param alignment its name, for issues */
  constructor(scope: Scope, alignment: string, along: AlongIssues) {
    this.#scope = scope;
    this.#along = along;
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
    const inside = back - this.#jumped;
    if (Number.isNaN(back) || Number.isNaN(ahead)) {
      this.#along.report(issueOf('station-equation-damaged', { alignment: this.#alignment }), inside);
      return;
    }
    if (attributes.get('staIncrement') === 'decreasing')
      this.#along.report(issueOf('station-decreasing', { alignment: this.#alignment }), inside);
    this.#jumped += ahead - back;
    const description = attributes.get('desc') ?? '';
    this.list.push(description === '' ? { back, ahead } : { back, ahead, description });
  }
}
