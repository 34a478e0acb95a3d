import type { TagStream } from './tag-stream.ts';

/** The header variables that are used. Extents are not: they are computed from what is drawn. */
export interface HeaderVariables {
  acadVersion: string;
  codePage: string;
  /** $INSUNITS; 0 if not stated. */
  insUnits: number;
  /** $MEASUREMENT: 0 imperial, 1 metric; NaN if not stated. */
  measurement: number;
  /** $LTSCALE: what the lengths of line types are multiplied by. */
  lineTypeScale: number;
}

export function emptyHeader(): HeaderVariables {
  return { acadVersion: '', codePage: '', insUnits: 0, measurement: Number.NaN, lineTypeScale: 1 };
}

const latin = new TextDecoder('latin1');

/**
 * Reads the variables up to the end of the section. The stream is on the first group after the section's name, and
 * afterwards on the group 0 that ends the section.
 * @returns false when the file ended
 */
export function readHeader(stream: TagStream, header: HeaderVariables): boolean {
  let variable = '';
  while (stream.code !== 0) {
    const text = (): string => latin.decode(stream.bytes.subarray(stream.from, stream.to)).trim();
    if (stream.code === 9) variable = text();
    else if (variable === '$ACADVER' && stream.code === 1) header.acadVersion = text();
    else if (variable === '$DWGCODEPAGE' && stream.code === 3) header.codePage = text();
    else if (variable === '$INSUNITS' && stream.code === 70)
      header.insUnits = Number.isFinite(stream.value) ? stream.value : 0;
    else if (variable === '$LTSCALE' && stream.code === 40 && stream.value > 0) header.lineTypeScale = stream.value;
    else if (variable === '$MEASUREMENT' && stream.code === 70) header.measurement = stream.value;
    if (!stream.next()) return false;
  }
  return true;
}
