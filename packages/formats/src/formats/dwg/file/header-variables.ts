import { BitReader } from '../bits/bit-reader.ts';
import { skipHandles } from '../bits/handle.ts';
import { placeTexts, type TextReader } from '../bits/text.ts';
import { R2000, R2004, R2007, R2010, R2013, R2018 } from './releases.ts';

/** The releases of a group of variables: from one on, and before another. */
type Row = readonly [variables: string, since?: number, before?: number];

const SENTINEL = 16;

/**
 * The header variables before $INSUNITS by their bit codes (Open Design Specification, section 9): T a text, C a
 * colour, H a reference, which since 2007 is elsewhere, S the next free handle; a number repeats the code after it.
 */
const VARIABLES: readonly Row[] = [
  ['BLL', R2013],
  ['4BD 4T 2BL'],
  ['H', R2000, R2004],
  ['9B'],
  ['B', R2004],
  ['11B 8BS'],
  ['3BL', R2004],
  ['19BS 21BD T 4BL'],
  ['3BL', R2004],
  ['4BL C S 3H'],
  ['H', R2007],
  ['2H BD'],
  ['9BD 4RD 10BD H H BS H 18BD'],
  ['9BD 4RD 10BD H H BS H 18BD'],
  ['2T 9BD'],
  ['2BD BS C', R2007],
  ['6B 3BS'],
  ['BS', R2007],
  ['9BD B BS 4B 3C 11BS 2B 4BS B BS'],
  ['B', R2007],
  ['B BD T BD T', R2010],
  ['5H'],
  ['3H', R2007],
  ['2BS 9H'],
  ['H', R2000, R2004],
  ['3H 2BS 2T 3H'],
  ['2H', R2004],
  ['H', R2007],
  ['H', R2013],
  ['BL'],
];

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
  const base = SENTINEL + (release >= R2018 || (release >= R2010 && maintenance > 3) ? 8 : 4);
  const reader = new BitReader();
  reader.place(section, base, 0, 8 * Math.min(size, section.length - base));
  const texts = release >= R2007 ? new BitReader() : reader;
  try {
    if (release >= R2007) placeTexts(texts, reader, Math.min(reader.long(), reader.end));
    for (const [variables, since = R2000, before = Infinity] of VARIABLES)
      if (release >= since && release < before)
        for (const variable of variables.split(' ')) skipVariable(reader, texts, text, variable, release);
    return reader.bitShort();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return 0;
  }
}

function skipVariable(reader: BitReader, texts: BitReader, text: TextReader, variable: string, release: number): void {
  const [, times = '', code = ''] = /^(\d*)(\w+)$/.exec(variable)!;
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
