import { lastNotAbove } from './last-not-above.ts';

/** A piece of an axis before and after its elements changed their lengths. */
interface Piece {
  readonly station: number;
  readonly length: number;
  readonly newStation: number;
  readonly newLength: number;
}

/** Stations of an alignment before and after its elements changed their lengths: linear in each piece and outside. */
export class StationMap {
  readonly #pieces: Piece[] = [];
  readonly #starts: number[] = [];

  /** Adds a piece of the axis; pieces come in order. */
  add(piece: Piece): void {
    this.#pieces.push(piece);
    this.#starts.push(piece.station);
  }

  /** The new station for an old one; NaN for NaN. */
  at(station: number): number {
    const piece = this.#pieces[lastNotAbove(this.#starts, station)];
    if (piece === undefined) return station;
    const scale = piece.length > 0 ? piece.newLength / piece.length : 1;
    return piece.newStation + (station - piece.station) * scale;
  }
}
