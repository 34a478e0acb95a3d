import type { ReadContext } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';

/** Points remembered; of further ones nothing is said. */
const MOST_NAMES = 1_000_000;
/** Names that are shown. */
const SHOWN = 10;

/** Points that a file measures without stating their coordinates anywhere. */
export class Uncomputed {
  readonly #lines = new Map<string, number>();
  readonly #placed = new Set<string>();

  /** A measurement of a point. @param line where it stands */
  measured(name: string, line: number): void {
    if (!this.#lines.has(name) && this.#lines.size < MOST_NAMES) this.#lines.set(name, line);
  }

  /** Coordinates of a point. */
  placed(name: string): void {
    if (this.#placed.size < MOST_NAMES) this.#placed.add(name);
  }

  /** Reports which points have no coordinates, and how many they are. */
  report({ report }: Pick<ReadContext, 'report'>): void {
    const without = Array.from(this.#lines).filter(([name]) => !this.#placed.has(name));
    const [first] = without;
    if (first === undefined) return;
    const shown = without.slice(0, SHOWN).map(([name]) => name.slice(0, 40) || '(no name)');
    const names = `${shown.join(', ')}${without.length > SHOWN ? ', …' : ''}`;
    report(issueOf('shot-without-coordinates', { count: without.length, names }, { line: first[1] }));
  }
}
