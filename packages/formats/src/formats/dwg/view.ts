import type { CadDocument } from '@node-projects/acad-ts';
import type { Keeper } from './handed-over.ts';

/** Keeps how high the view is that a drawing opens with: without it, it would open on ten units of its middle. */
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
