import type { CadDocument } from '@node-projects/acad-ts';

/**
 * Restores data that the library drops from the DXF it reads: collected from the groups, and put back into the
 * document.
 */
export interface Keeper {
  /** Gets every group of the DXF in order. */
  see(code: string, value: string): void;
  /** Puts the collected data into the document. */
  giveBack(document: CadDocument): void;
}

/** Passes all groups of a DXF written by this project (a line with the code, a line with the value) to keepers. */
export function showGroups(dxf: string, keepers: readonly Keeper[]): void {
  for (let at = 0; at < dxf.length; ) {
    const codeEnd = dxf.indexOf('\n', at);
    if (codeEnd < 0) return;
    const end = dxf.indexOf('\n', codeEnd + 1);
    const valueEnd = end < 0 ? dxf.length : end;
    const code = dxf.slice(at, codeEnd).trim();
    const hasReturn = dxf.charCodeAt(valueEnd - 1) === 13;
    const value = dxf.slice(codeEnd + 1, hasReturn ? valueEnd - 1 : valueEnd);
    for (const keeper of keepers) keeper.see(code, value);
    at = valueEnd + 1;
  }
}
