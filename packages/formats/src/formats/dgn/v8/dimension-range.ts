import type { V8Element } from './element.ts';
import type { Position } from './plane-vectors.ts';

/** The range: its low corner, and its size. */
const [LOW, SIZE] = [0x38, 0x50];
/** Units of resolution that rounding may take a drawn position out of the range. */
const ROUNDING = 2;

/** The box in plan that an element states for everything that it draws. */
export class DimensionRange {
  readonly #sides: readonly (readonly [low: number, high: number])[];

  /** @param coordinate of the job from a stored one */
  constructor({ view }: V8Element, coordinate: (stored: number, axis: 0 | 1) => number) {
    const stored = (at: number, axis: 0 | 1): number => Number(view.getBigInt64(at + 8 * axis, true));
    this.#sides = ([0, 1] as const).map((axis) => {
      const low = stored(LOW, axis);
      return [coordinate(low - ROUNDING, axis), coordinate(low + stored(SIZE, axis) + ROUNDING, axis)] as const;
    });
  }

  holds(position: Position): boolean {
    return this.#sides.every(([low, high], axis) => position[axis]! >= low && position[axis]! <= high);
  }

  /** How far it is from a position in a direction to the side of the box; 0 from outside. */
  reach(from: Position, direction: Position): number {
    const ways = this.#sides.map(([low, high], axis) => {
      const step = direction[axis]!;
      return step === 0 ? Infinity : ((step > 0 ? high : low) - from[axis]!) / step;
    });
    const way = Math.min(...ways);
    return this.holds(from) && way < Infinity ? way : 0;
  }
}
