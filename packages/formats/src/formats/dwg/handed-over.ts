import type { CadDocument } from '@node-projects/acad-ts';

/** What the library loses of the DXF that it is handed, seen there and given back to the document that it made. */
export interface Keeper {
  /** Is shown every group of the DXF in its order. */
  see(code: string, value: string): void;
  /** Gives what was seen to the document. */
  giveBack(document: CadDocument): void;
}

/** Shows keepers all groups of a DXF that this project wrote: a line with the code, a line with the value. */
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
