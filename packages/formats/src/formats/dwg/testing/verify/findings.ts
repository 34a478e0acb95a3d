/** What a verification found wrong. */
export class Findings {
  readonly texts: string[] = [];

  /** Notes a finding unless something holds. @returns whether it holds */
  expect(holds: boolean, text: string): boolean {
    if (!holds) this.texts.push(text);
    return holds;
  }

  /** Ends the verification where what follows depends on what is wrong. @throws Error */
  require(holds: boolean, text: string): void {
    if (!holds) throw new Error(text);
  }

  /** Notes a finding unless two values are the same. */
  same(found: unknown, expected: unknown, what: string): boolean {
    return this.expect(found === expected, `${what}: ${String(found)} instead of ${String(expected)}`);
  }
}

/** The outer structure of a drawing: its sections, unpacked. */
export interface Container {
  /** The sections of header variables, classes and the object map. */
  readonly header: Uint8Array;
  readonly classes: Uint8Array;
  readonly map: Uint8Array;
  /** The bytes in which the map states offsets. */
  readonly objects: Uint8Array;
}

export const NO_CONTAINER: Container = {
  header: new Uint8Array(0),
  classes: new Uint8Array(0),
  map: new Uint8Array(0),
  objects: new Uint8Array(0),
};

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** An unsigned number of 64 bits that is exact as a double in every file that is verified. */
export function wideAt(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true));
}
