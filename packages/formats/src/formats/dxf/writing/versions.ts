import type { DxfWriteVersion } from '../options.ts';

/** What a version can hold, as far as the writer uses it. */
export interface Target {
  readonly acadVersion: string;
  /** Subclass markers, owners, lightweight polylines, MTEXT, HATCH, line weights, OBJECTS: from R13 on. */
  readonly modern: boolean;
  readonly trueColour: boolean;
  readonly utf8: boolean;
  readonly geodata: boolean;
  /** Longest name of a layer or block. */
  readonly nameLength: number;
}

const MODERN = { modern: true, trueColour: true, utf8: true, geodata: true, nameLength: 255 };

/** The versions that are written. */
export const TARGETS: Readonly<Record<DxfWriteVersion, Target>> = {
  R12: { acadVersion: 'AC1009', modern: false, trueColour: false, utf8: false, geodata: false, nameLength: 31 },
  '2000': { ...MODERN, acadVersion: 'AC1015', trueColour: false, utf8: false, geodata: false },
  '2010': { ...MODERN, acadVersion: 'AC1024' },
  '2018': { ...MODERN, acadVersion: 'AC1032' },
};
