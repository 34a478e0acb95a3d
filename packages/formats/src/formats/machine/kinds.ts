/** The files of the family by the last three letters of their signature. */
export const MACHINE_KINDS = ['TP3', 'PT3', 'LN3', 'TN3', 'RD3', 'GC3', 'PL3'] as const;
export type MachineKind = (typeof MACHINE_KINDS)[number];

/** Properties that differ between the kinds of file. */
export interface KindTraits {
  /** Version of our own files: that of known vendor files, or TP3's if none is known. */
  readonly major: number;
  readonly minor: number;
  /** Offset of the directory's capacity field. */
  readonly directoryAt: number;
  readonly directoryCapacity: number;
  /** Size of a page header: 18 with a capacity field, 22 with wide counts. */
  readonly pageHeader: 18 | 22;
  /** Where our writer puts the first page: as in the vendor's files. */
  readonly firstPage: number;
  /** Whether a real file of the vendor is known. */
  readonly seen: boolean;
}

const SINGLE = { directoryAt: 0x60, directoryCapacity: 20, pageHeader: 18 } as const;

/** Properties by kind; offsets and versions are those of the files listed in NOTES.md. */
export const TRAITS: Readonly<Record<MachineKind, KindTraits>> = {
  TP3: { major: 2, minor: 19, directoryAt: 0xc0, directoryCapacity: 30, pageHeader: 18, firstPage: 0x682, seen: true },
  PT3: { major: 1, minor: 7, ...SINGLE, firstPage: 0x15e, seen: true },
  LN3: { major: 1, minor: 3, ...SINGLE, firstPage: 0x146, seen: true },
  TN3: { major: 1, minor: 2, ...SINGLE, pageHeader: 22, firstPage: 0x1ac, seen: true },
  RD3: { major: 1, minor: 1, ...SINGLE, firstPage: 0x17a, seen: false },
  GC3: { major: 1, minor: 1, ...SINGLE, firstPage: 0x17a, seen: false },
  PL3: { major: 1, minor: 1, ...SINGLE, firstPage: 0x17a, seen: false },
};

/** The kind of a signature; undefined if it is not in the family. */
export function kindOf(head: Uint8Array): MachineKind | undefined {
  const signature = String.fromCharCode(...head.subarray(0, 10));
  return MACHINE_KINDS.find((kind) => signature === `Topcon ${kind}`);
}
