import type { CadDocument } from '@node-projects/acad-ts';
import { decodeCarets } from '../../kit/cad/text-codes.ts';
import type { Keeper } from './handed-over.ts';
import { library } from './library/library.ts';

/**
 * Groups of a GEODATA object: the pieces of the system's definition, and metres per drawing unit, in plan and in
 * height.
 */
const DEFINITION = new Set(['303', '301']);
const [SCALE_IN_PLAN, SCALE_IN_HEIGHT] = ['40', '41'];

/**
 * Keeps the parts of a reference system that the library drops: all but the last piece of its definition, the scales,
 * and its owner.
 */
export class GeodataKeeper implements Keeper {
  #isGeodata = false;
  #definition = '';
  #inPlan = 1;
  #inHeight = 1;

  see(code: string, value: string): void {
    if (code === '0') this.#isGeodata = value === 'GEODATA';
    else if (!this.#isGeodata) return;
    else if (DEFINITION.has(code)) this.#definition += decodeCarets(value);
    else if (code === SCALE_IN_PLAN) this.#inPlan = Number(value);
    else if (code === SCALE_IN_HEIGHT) this.#inHeight = Number(value);
  }

  giveBack({ modelSpace }: CadDocument): void {
    const data = modelSpace?.xDictionary?.getEntry(library.CadDictionary.geographicData);
    if (!(data instanceof library.GeoData) || this.#definition === '') return;
    data.coordinateSystemDefinition = this.#definition;
    data.horizontalUnitScale = this.#inPlan;
    data.verticalUnitScale = this.#inHeight;
    data.hostBlock ??= modelSpace;
  }
}
