import { Axis, type HorizontalElement } from '@fieldbridge/fieldjob';
import { type Issue, MOST_PLACES_PER_CODE } from '../../core/issues/issue.ts';
import { placeOf } from './positions.ts';
import type { Scope } from './scope.ts';

/**
 * Issues of what lies along an alignment at a station: they are reported with the place of that once the whole axis is
 * known.
 */
export class AlongIssues {
  readonly #scope: Scope;
  readonly #waiting: (readonly [issue: Issue, station: number])[] = [];

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  /** Keeps an issue with its line; more than are listed are reported at once, without a place. */
  report(issue: Issue, station: number): void {
    const { document } = this.#scope;
    if (this.#waiting.length >= MOST_PLACES_PER_CODE) document.report(issue);
    else this.#waiting.push([{ line: document.scanner.line, ...issue }, station]);
  }

  /** Reports what was kept. */
  settle(startStation: number, horizontal: readonly HorizontalElement[]): void {
    if (this.#waiting.length === 0) return;
    const axis = new Axis({ startStation, horizontal });
    for (const [issue, station] of this.#waiting)
      this.#scope.document.report({ ...issue, ...placeOf(axis.at(station)) });
  }
}
