/** Converts UTF-8 rows to another encoding. */
export interface RowEncoder {
  /** The byte order mark at the start of a file. */
  readonly mark: Uint8Array;
  /** Converts a row; `lost` counts characters that the encoding lacks. */
  encode(row: Buffer): Uint8Array;
  readonly lost: number;
}

export const ENCODINGS_OUT = ['utf-8', 'utf-16le', 'windows-1252'] as const;
export type EncodingOut = (typeof ENCODINGS_OUT)[number];

/** The encoder for an output encoding. */
export function rowEncoder(encoding: EncodingOut): RowEncoder {
  if (encoding === 'utf-8') return { mark: Uint8Array.of(0xef, 0xbb, 0xbf), encode: (row) => row, lost: 0 };
  if (encoding === 'utf-16le')
    return { mark: Uint8Array.of(0xff, 0xfe), encode: (row) => Buffer.from(row.toString('utf8'), 'utf16le'), lost: 0 };
  return new WesternEncoder();
}

/** windows-1252 as in the WHATWG standard; a missing character becomes a question mark. */
class WesternEncoder implements RowEncoder {
  readonly mark = new Uint8Array(0);
  lost = 0;
  readonly #bytes = new Map<string, number>();

  constructor() {
    const decoder = new TextDecoder('windows-1252');
    for (let byte = 0; byte < 256; byte++) this.#bytes.set(decoder.decode(Uint8Array.of(byte)), byte);
  }

  encode(row: Buffer): Uint8Array {
    const text = row.toString('utf8');
    const out = Buffer.allocUnsafe(text.length);
    let at = 0;
    for (const character of text) {
      const byte = this.#bytes.get(character);
      if (byte === undefined) this.lost++;
      out[at++] = byte ?? 63;
    }
    return out.subarray(0, at);
  }
}
