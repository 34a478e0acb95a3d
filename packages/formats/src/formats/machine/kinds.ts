/** The files of the family, by the three letters that end their signature. */
export const MACHINE_KINDS = ['TP3', 'PT3', 'LN3', 'TN3', 'RD3', 'GC3', 'PL3'] as const;
export type MachineKind = (typeof MACHINE_KINDS)[number];

/** What differs between the kinds of file as a whole. */
export interface KindTraits {
  /** Version that our own files of the kind carry: the one seen in vendor files (TP3's where none was seen). */
  readonly major: number;
  readonly minor: number;
  /** Offset of the directory's capacity field. */
  readonly directoryAt: number;
  readonly directoryCapacity: number;
  /** Size of a page header: 18 with a capacity field, 22 with wide counts. */
  readonly pageHeader: 18 | 22;
  /** Where our writer puts the first page: where the vendor's files have it. */
  readonly firstPage: number;
  /** Whether a real file of the vendor's was ever seen. */
  readonly seen: boolean;
}

const SINGLE = { directoryAt: 0x60, directoryCapacity: 20, pageHeader: 18 } as const;

/** Traits by kind; offsets and versions are those of the files listed in NOTES.md. */
export const TRAITS: Readonly<Record<MachineKind, KindTraits>> = {
  TP3: { major: 2, minor: 19, directoryAt: 0xc0, directoryCapacity: 30, pageHeader: 18, firstPage: 0x682, seen: true },
  PT3: { major: 1, minor: 7, ...SINGLE, firstPage: 0x15e, seen: true },
  LN3: { major: 1, minor: 3, ...SINGLE, firstPage: 0x146, seen: true },
  TN3: { major: 1, minor: 2, ...SINGLE, pageHeader: 22, firstPage: 0x1ac, seen: true },
  RD3: { major: 1, minor: 1, ...SINGLE, firstPage: 0x17a, seen: false },
  GC3: { major: 1, minor: 1, ...SINGLE, firstPage: 0x17a, seen: false },
  PL3: { major: 1, minor: 1, ...SINGLE, firstPage: 0x17a, seen: false },
};

/** The kind that a signature names; undefined when it is not one of the family. */
export function kindOf(head: Uint8Array): MachineKind | undefined {
  const signature = String.fromCharCode(...head.subarray(0, 10));
  return MACHINE_KINDS.find((kind) => signature === `Topcon ${kind}`);
}
