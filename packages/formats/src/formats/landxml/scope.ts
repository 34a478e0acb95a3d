import type { Unit } from '@fieldbridge/fieldjob';
import { issueOf } from '../../core/issues/issue-of.ts';
import { checkLimit } from '../../core/limits.ts';
import { FeatureScope } from '../../kit/xml/feature-scope.ts';
import { LENGTH_UNITS, type LengthUnit } from './units.ts';

/** A position of the file, in the job's unit. */
export interface Position {
  readonly easting: number;
  readonly northing: number;
  /** NaN if unknown. */
  readonly elevation: number;
}

/** State shared by the readers of one document. */
export class Scope extends FeatureScope {
  /** Factor from the file's lengths to the job's unit. */
  scale = 1;
  /** Points that other elements may refer to by name (`pntRef`). */
  readonly points = new Map<string, Position>();
  #vertices = 0;

  /** Sets the unit of the file. */
  setUnit(name: string): Unit | undefined {
    const unit: LengthUnit | undefined = LENGTH_UNITS[name.toLowerCase()];
    if (unit === undefined) {
      this.document.report(issueOf('unit-unknown', { unit: `linearUnit="${name.slice(0, 40)}"` }));
      return undefined;
    }
    this.scale = unit.scale;
    return unit.unit;
  }

  /** Counts vertices. @throws LimitError past `vertices` */
  spend(vertices: number): void {
    this.#vertices += vertices;
    checkLimit(this.document.context.limits, 'vertices', this.#vertices, 'the number of vertices');
  }

  /** The remaining number of vertices plus one, so that `spend` notices when the limit is exceeded. */
  get budget(): number {
    return this.document.context.limits.vertices - this.#vertices + 1;
  }

  /**
   * Counts an element whose content a job cannot hold.
   * @param within the element that it is in; properties are counted as that element's
   */
  notRead(name: string, within = ''): void {
    const isProperty = name === 'Feature' && within !== '';
    const tally = this.document.context.tally.of(isProperty ? `Feature of ${within}` : name);
    tally.found++;
    tally.skipped++;
    this.document.report(
      isProperty ? issueOf('properties-not-read', { element: within }) : issueOf('element-not-read', { element: name }),
    );
  }
}
