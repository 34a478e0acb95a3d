import type { CadDocument } from '@node-projects/acad-ts';
import type { Keeper } from './handed-over.ts';
import { library } from './library/library.ts';

/** Application under which our drawings state whether an elevation is known. */
const APPLICATION = 'FIELDBRIDGE';
const [UNKNOWN, KNOWN] = [0, 1];

/** Entities that always have an elevation in a DWG, known or not. */
const ALWAYS = new Set(['POINT', 'LINE', 'ARC', 'CIRCLE', 'TEXT', 'MTEXT', '3DFACE']);
/** Number of positions of entities that may have an elevation at only some of them. */
const POSITIONS: Readonly<Record<string, number>> = { LINE: 2, '3DFACE': 4 };
/** Groups that state an elevation: of positions 10 to 13, or of the whole entity. */
const ELEVATIONS = new Set(['30', '31', '32', '33', '38']);
/** Entities that have an elevation only if it is not 0. */
const UNLESS_ZERO = 'LWPOLYLINE';

/**
 * Distinguishes an unknown elevation from 0: a DWG holds 0 for both. If a reader would get it wrong, the entity gets
 * extended data: a whole number, 0 for unknown, 1 for known. Other programs ignore it.
 */
export class ElevationKeeper implements Keeper {
  readonly #unclear = new Map<number, number>();
  #type = '';
  #handle = 0;
  #elevation: number | undefined;
  /** Positions of the current entity that state an elevation. */
  #stated = 0;
  /** Lines and triangles with an elevation at only some positions; the others were written at 0. */
  halfKnown = 0;

  see(code: string, value: string): void {
    if (code === '0') {
      this.#settle();
      this.#type = value;
      this.#handle = 0;
      this.#elevation = undefined;
      this.#stated = 0;
    } else if (code === '5') this.#handle = Number.parseInt(value, 16);
    else if (ELEVATIONS.has(code)) {
      this.#stated++;
      this.#elevation = Number(value);
    }
  }

  #settle(): void {
    if (ALWAYS.has(this.#type)) {
      if (this.#stated === 0) this.#unclear.set(this.#handle, UNKNOWN);
      else if (this.#stated < (POSITIONS[this.#type] ?? 0)) this.halfKnown++;
    } else if (this.#type === UNLESS_ZERO && this.#elevation === 0) this.#unclear.set(this.#handle, KNOWN);
  }

  giveBack(document: CadDocument): void {
    if (this.#unclear.size === 0) return;
    const application = new library.AppId(APPLICATION);
    document.appIds?.add(application);
    const data = [UNKNOWN, KNOWN].map((value) => new library.ExtendedData([new library.ExtendedDataInteger16(value)]));
    for (const { entities } of document.blockRecords ?? [])
      for (const entity of entities) {
        const known = this.#unclear.get(entity.handle);
        if (known !== undefined) entity.extendedData.add(application, data[known]!);
      }
  }
}
