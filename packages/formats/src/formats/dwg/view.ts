import type { CadDocument } from '@node-projects/acad-ts';
import type { Keeper } from './handed-over.ts';

/** Keeps the height of the initial view: without it, the drawing would open on ten units around its centre. */
export class ViewKeeper implements Keeper {
  #isView = false;
  #height: number | undefined;

  see(code: string, value: string): void {
    if (code === '0') this.#isView = value === 'VPORT';
    else if (this.#isView && code === '40') this.#height = Number(value);
  }

  giveBack(document: CadDocument): void {
    if (this.#height !== undefined) for (const view of document.vPorts ?? []) view.viewHeight = this.#height;
  }
}
