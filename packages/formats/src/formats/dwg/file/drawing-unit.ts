import { BitReader } from '../bits/bit-reader.ts';
import { skipHandles } from '../bits/handle.ts';
import { placeTexts, type TextReader } from '../bits/text.ts';
import { FIRST_VARIABLES } from './header-variables.ts';
import { R2000, R2004, R2007 } from './releases.ts';
import { sectionStart } from './section-checksum.ts';

const SENTINEL = 16;

/** Header variables that lengths depend on. */
export interface DrawingUnits {
  /** $INSUNITS; 0 if it is not stated. */
  readonly insUnits: number;
  /** $LTSCALE: what the lengths of line types are multiplied by. */
  readonly lineTypeScale: number;
}

const NOTHING_STATED: DrawingUnits = { insUnits: 0, lineTypeScale: 1 };

/**
 * $INSUNITS and $LTSCALE of a drawing; it has none before 2000, or if the section is damaged.
 * @param maintenance the maintenance version in the file's header
 */
export function readUnits(
  section: Uint8Array | undefined,
  release: number,
  maintenance: number,
  text: TextReader,
): DrawingUnits {
  if (section === undefined || release < R2000 || section.length < SENTINEL + 8) return NOTHING_STATED;
  const size = new DataView(section.buffer, section.byteOffset).getUint32(SENTINEL, true);
  const base = sectionStart(release, maintenance);
  const reader = new BitReader();
  reader.place(section, base, 0, 8 * Math.min(size, section.length - base));
  const texts = release >= R2007 ? new BitReader() : reader;
  try {
    if (release >= R2007) placeTexts(texts, reader, Math.min(reader.long(), reader.end));
    let lineTypeScale = 1;
    for (const [codes, [first], since = R2000, before = Infinity] of FIRST_VARIABLES) {
      if (release < since || release >= before) continue;
      if (first === '$LTSCALE') lineTypeScale = reader.bitDouble();
      else for (const code of codes.split(' ')) skipVariable(reader, texts, text, code, release);
    }
    return { insUnits: reader.bitShort(), lineTypeScale };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return NOTHING_STATED;
  }
}

function skipVariable(reader: BitReader, texts: BitReader, text: TextReader, codes: string, release: number): void {
  const [, times = '', code = ''] = /^(\d*)(\w+)$/.exec(codes)!;
  for (let i = Number(times || 1); i > 0; i--) {
    if (code === 'B') reader.flag();
    else if (code === 'BS') reader.bitShort();
    else if (code === 'BL') reader.bitLong();
    else if (code === 'BLL') reader.bitLongLong();
    else if (code === 'BD') reader.bitDouble();
    else if (code === 'RD') reader.double();
    else if (code === 'T') text.read(texts);
    else if (code === 'C') skipColour(reader, texts, text, release);
    else if (code === 'S' || release < R2007) skipHandles(reader, 1);
  }
}

function skipColour(reader: BitReader, texts: BitReader, text: TextReader, release: number): void {
  reader.bitShort();
  if (release < R2004) return;
  reader.bitLong();
  const names = reader.byte();
  if ((names & 1) !== 0) text.read(texts);
  if ((names & 2) !== 0) text.read(texts);
}
