import type { BitReader } from '../bits/bit-reader.ts';
import type { TextReader } from '../bits/text.ts';
import { R2004 } from '../file/releases.ts';

const METHOD = { layer: 0xc0, block: 0xc1, rgb: 0xc2, index: 0xc3 } as const;
export const BY_LAYER = 256;

/** A colour (CMC): an index, and since 2004 four bytes of which the highest says what the others are. */
export class Colour {
  /** 0 by block, 256 by layer. */
  index: number = BY_LAYER;
  /** 0xRRGGBB; undefined for a colour by index. */
  rgb: number | undefined;
  /** The four bytes, as DXF states colours of multileaders. */
  raw = 0;

  read(reader: BitReader, texts: BitReader, text: TextReader, release: number): this {
    this.index = reader.bitShort();
    this.rgb = undefined;
    this.raw = (METHOD.index << 24) | this.index;
    if (release < R2004) return this;
    this.raw = reader.bitLong();
    const names = reader.byte();
    if ((names & 1) !== 0) text.read(texts);
    if ((names & 2) !== 0) text.read(texts);
    const method = this.raw >>> 24;
    if (method === METHOD.rgb) this.rgb = this.raw & 0xffffff;
    else this.index = method === METHOD.layer ? BY_LAYER : method === METHOD.block ? 0 : this.raw & 255;
    return this;
  }
}
