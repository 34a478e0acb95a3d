import { extname } from 'node:path';
import { FormatError } from '../../core/failure.ts';
import type { Reader } from '../../core/format.ts';
import { openContainer } from './container.ts';
import { type MachineKind, TRAITS } from './kinds.ts';
import { layoutsOf } from './layouts.ts';
import { Problems } from './problem.ts';
import { readLn3 } from './read-ln3.ts';
import { readTn3 } from './read-tn3.ts';
import { readTp3 } from './read-tp3.ts';
import { Reading } from './reading.ts';

/** Reads any file of the family; what it is, its signature says, whatever its name. */
export const readMachineFile: Reader = async (source, sink, context) => {
  const problems = new Problems(context.report);
  const container = openContainer(source, problems);
  const { kind, major, minor, name } = container.header;
  const extension = extname(source.name).slice(1).toUpperCase();
  if (extension !== kind && extension in TRAITS) {
    problems.note(
      'content-mismatch',
      `the file is named .${extension.toLowerCase()} but holds a ${kind}; it is read as what it is`,
    );
  }
  const reading = new Reading(source, sink, context, container, problems);
  sink.describe(name === '' ? { unit: 'metre' } : { name, unit: 'metre' });
  if (context.options['unit'] === undefined) {
    problems.note(
      'unit-assumed',
      'no field for the unit is known in this format; the samples are in metres, and so is this taken to be',
    );
  }
  if (!TRAITS[kind].seen) requireKnownTables(container.tables.keys(), kind);
  if (kind === 'TN3') await readTn3(reading);
  else if (kind === 'LN3') await readLn3(reading);
  else await readTp3(reading);
  countUnknown(reading);
  return { version: `${major}.${minor}` };
};

/** Refuses a stand-alone file of a kind of which no sample is known unless its tables are those of TP3. */
function requireKnownTables(ids: Iterable<number>, kind: MachineKind): void {
  const needed = kind === 'RD3' ? 19 : kind === 'GC3' ? 15 : 20;
  const found = [...ids];
  if (found.includes(needed)) return;
  throw new FormatError(
    'layout-not-known',
    `this ${kind} holds tables ${found.join(', ') || 'none'}, but not table ${needed} as a TP3 does; no public sample of ${kind} exists, so nothing is guessed. "fieldbridge inspect --raw" shows what is there`,
  );
}

/** Counts every table that is not understood, by its number and the size of its records. */
function countUnknown(reading: Reading): void {
  const known = layoutsOf(reading.container.header.kind);
  for (const table of reading.container.tables.values()) {
    if (known.has(table.id)) continue;
    const tally = reading.tally(table.id);
    tally.found += table.count;
    tally.skipped += table.count;
    if (table.count === 0) continue;
    reading.problems.note(
      'table-unknown',
      `table ${table.id}: ${table.count} records of ${table.recordSize} bytes; what they hold is not known`,
      table.pages[0]?.at,
    );
  }
}
