import type { JobSink } from '@fieldbridge/fieldjob';
import type { ByteSource } from '../../core/byte-source.ts';
import { FormatError } from '../../core/failure.ts';
import type { ReadContext, ReadSummary } from '../../core/format.ts';
import { pause } from '../../kit/io/give-way.ts';
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
/** The object that states the reference system: it is in OBJECTS, and must be known before the first coordinate. */
const REFERENCE = Buffer.from('GEODATA');
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
  const entitiesNeed = (await mayBeLocated(text, breathe)) ? [...NEEDS['ENTITIES']!, 'OBJECTS'] : NEEDS['ENTITIES'];
  const allNeeds: typeof NEEDS = { ...NEEDS, ENTITIES: entitiesNeed! };
  const reading = new DxfReading(text, sink, context);
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

/** Whether the bytes of a drawing name a reference system anywhere. Most do not, and are read in one pass. */
async function mayBeLocated(source: ByteSource, pause: () => Promise<void>): Promise<boolean> {
  const overlap = REFERENCE.length - 1;
  const part = Buffer.alloc(SEARCHED + overlap);
  for (let position = 0; position < source.size; position += SEARCHED) {
    const got = source.readInto(part, 0, part.length, position);
    if (part.subarray(0, got).includes(REFERENCE)) return true;
    await pause();
  }
  return false;
}
