import { readHandle } from '../bits/handle.ts';
import { R2000, R2004, R2007, R2010 } from '../file/releases.ts';
import { BY_LAYER } from './colour.ts';
import type { DwgObject } from './dwg-object.ts';
import { lineWeightOf } from './line-weight.ts';

/** Flags of a colour that more follows: transparency, a colour of a book, red, green and blue. */
const [TRANSPARENT, IN_BOOK, RGB] = [0x2000, 0x4000, 0x8000];
/** How the line type of an entity is stated. */
export const LINE_TYPE = { byLayer: 0, byBlock: 1, continuous: 2, own: 3 } as const;

/** The space of an entity: its owner, the current sheet, or the model. */
export const SPACE = { owner: 0, paper: 1, model: 2 } as const;

/** What every entity has (Open Design Specification, 20.4.1): where it is and how it looks. */
export class CommonEntity {
  space = 0;
  layer = 0;
  lineTypeKind = 0;
  lineType = 0;
  colourIndex = BY_LAYER;
  /** 0xRRGGBB; -1 for a colour by index. */
  rgb = -1;
  /** Handle of the colour of a book; 0 without one. */
  bookColour = 0;
  isInvisible = false;
  lineWeight = -1;
  /** Before 2004: the entities before and after it; 0 at the ends. */
  next = 0;
  /** Its own picture, drawn where its kind is not known: first bit and number of bytes. */
  picture = 0;
  pictureSize = 0;

  /** Reads them from an object; its references are then at those of its kind. */
  read(object: DwgObject): void {
    const { data, release } = object;
    this.pictureSize = 0;
    if (data.flag()) {
      const size = release >= R2010 ? data.bitLongLong() : data.long();
      this.picture = data.bit;
      this.pictureSize = size;
      data.skip(8 * size);
    }
    object.divideLate();
    this.readStyle(object);
  }

  /** All of it but the picture, as texts inside attributes have it. */
  readStyle(object: DwgObject): void {
    const { data, references, release, handle } = object;
    this.space = data.pair();
    object.owner = this.space === SPACE.owner ? readHandle(references, handle) : 0;
    object.readLinks();
    if (release < R2000) {
      this.layer = readHandle(references, handle);
      this.lineTypeKind = data.flag() ? LINE_TYPE.byLayer : LINE_TYPE.own;
      if (this.lineTypeKind === LINE_TYPE.own) this.lineType = readHandle(references, handle);
    }
    if (release < R2004) {
      this.next = handle + 1;
      if (!data.flag()) {
        readHandle(references, handle);
        this.next = readHandle(references, handle);
      }
    }
    this.#readColour(object);
    data.bitDouble();
    this.lineWeight = -1;
    if (release >= R2000) {
      this.layer = readHandle(references, handle);
      this.lineTypeKind = data.pair();
      if (this.lineTypeKind === LINE_TYPE.own) this.lineType = readHandle(references, handle);
      if (release >= R2007) {
        if (data.pair() === 3) readHandle(references, handle);
        data.byte();
      }
      if (data.pair() === 3) readHandle(references, handle);
      if (release >= R2010) for (let i = 0; i < 3; i++) if (data.flag()) readHandle(references, handle);
    }
    this.isInvisible = (data.bitShort() & 1) === 1;
    if (release >= R2000) this.lineWeight = lineWeightOf(data.byte());
  }

  #readColour({ data, references, release, handle }: DwgObject): void {
    const stated = data.bitShort() & 0xffff;
    this.rgb = -1;
    this.bookColour = 0;
    this.colourIndex = release < R2004 ? (stated << 16) >> 16 : stated & 0xfff;
    if (release < R2004) return;
    if ((stated & IN_BOOK) !== 0) this.bookColour = readHandle(references, handle);
    else if ((stated & RGB) !== 0) this.rgb = data.bitLong() & 0xffffff;
    if ((stated & TRANSPARENT) !== 0) data.bitLong();
  }
}
