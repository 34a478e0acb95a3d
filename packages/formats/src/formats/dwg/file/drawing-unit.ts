import { BitReader } from '../bits/bit-reader.ts';
import { skipHandles } from '../bits/handle.ts';
import { placeTexts, type TextReader } from '../bits/text.ts';
import { FIRST_VARIABLES } from './header-variables.ts';
import { R2000, R2004, R2007 } from './releases.ts';
import { sectionStart } from './section-checksum.ts';

const SENTINEL = 16;

/**
 * $INSUNITS of a drawing; 0 if it has none, as before 2000, or if the section is damaged.
 * @param maintenance the maintenance version in the file's header
 */
export function readInsUnits(
  section: Uint8Array | undefined,
  release: number,
  maintenance: number,
  text: TextReader,
): number {
  if (section === undefined || release < R2000 || section.length < SENTINEL + 8) return 0;
  const size = new DataView(section.buffer, section.byteOffset).getUint32(SENTINEL, true);
  const base = sectionStart(release, maintenance);
  const reader = new BitReader();
  reader.place(section, base, 0, 8 * Math.min(size, section.length - base));
  const texts = release >= R2007 ? new BitReader() : reader;
  try {
    if (release >= R2007) placeTexts(texts, reader, Math.min(reader.long(), reader.end));
    for (const [codes, , since = R2000, before = Infinity] of FIRST_VARIABLES)
      if (release >= since && release < before)
        for (const code of codes.split(' ')) skipVariable(reader, texts, text, code, release);
    return reader.bitShort();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return 0;
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
