import type { JobSink } from '@fieldbridge/fieldjob';
import type { ByteSource } from '../../core/byte-source.ts';
import { FormatError } from '../../core/failure.ts';
import type { ReadContext, ReadSummary } from '../../core/format.ts';
import { pause } from '../../kit/io/give-way.ts';
import { FILTER_MARK } from './block-clips.ts';
import { plainSource } from './plain-source.ts';
import { DxfReading } from './reading.ts';
import { versionName } from './versions.ts';

/** The order in which sections can be understood: what must have been read before each. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  HEADER: [],
  CLASSES: [],
  TABLES: ['HEADER'],
  BLOCKS: ['HEADER'],
  ENTITIES: ['HEADER', 'TABLES', 'BLOCKS'],
  OBJECTS: ['HEADER'],
  ACDSDATA: ['HEADER'],
};
/** What must be known before the first coordinate, but is in OBJECTS: the reference system, clips of references. */
const REFERENCE = 'GEODATA';
const SEARCHED = 1 << 20;

interface Section {
  readonly name: string;
  readonly offset: number;
  readonly place: number;
}

/**
 * Reads a DXF file, ASCII or binary, in one pass where its sections come in the usual order; a section that comes too
 * early is skipped and read when everything it needs is known.
 * @throws FormatError `not-dxf` when it has no section that is known
 */
export async function readDxf(source: ByteSource, sink: JobSink, context: ReadContext): Promise<ReadSummary> {
  const breathe = (): Promise<void> => pause(context.signal);
  const text = await plainSource(source, breathe);
  const found = await mentions(text, [REFERENCE, FILTER_MARK], breathe);
  const entitiesNeed = found.size > 0 ? [...NEEDS['ENTITIES']!, 'OBJECTS'] : NEEDS['ENTITIES'];
  const allNeeds: typeof NEEDS = { ...NEEDS, ENTITIES: entitiesNeed! };
  const reading = new DxfReading(text, sink, context, undefined, found.has(FILTER_MARK));
  const { walker } = reading;
  const seen = new Set<string>();
  const early: Section[] = [];
  let known = 0;
  const ended = await walker.sections(async (raw) => {
    const name = raw.toUpperCase();
    const needs = Object.hasOwn(NEEDS, name) ? allNeeds[name]! : undefined;
    if (needs === undefined) return walker.leave();
    known++;
    if (!needs.every((need) => seen.has(need))) {
      early.push({ name, offset: walker.stream.offset, place: walker.stream.place });
      return walker.leave();
    }
    const more = await reading.section(name);
    seen.add(name);
    return more;
  });
  if (known === 0) {
    throw new FormatError('not-dxf');
  }
  reading.endOfFile(ended);
  for (const name of Object.keys(NEEDS)) {
    for (const section of early.filter((other) => other.name === name)) {
      walker.stream.seek(section.offset, section.place);
      if (walker.stream.next()) await reading.section(name);
    }
  }
  const choices = await reading.finish();
  return { version: versionName(reading.header.acadVersion), choices };
}

/** Which of some words the bytes of a drawing have anywhere. Most have none, and are read in one pass. */
async function mentions(
  source: ByteSource,
  words: readonly string[],
  pause: () => Promise<void>,
): Promise<ReadonlySet<string>> {
  const overlap = Math.max(...words.map(({ length }) => length)) - 1;
  const part = Buffer.alloc(Math.min(SEARCHED + overlap, source.size));
  const found = new Set<string>();
  for (let position = 0; position < source.size && found.size < words.length; position += SEARCHED) {
    const got = source.readInto(part, 0, part.length, position);
    for (const word of words) if (!found.has(word) && part.subarray(0, got).includes(word)) found.add(word);
    await pause();
  }
  return found;
}
