import { extname } from 'node:path';
import { FormatError } from '../../core/failure.ts';
import type { Reader } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { openContainer } from './container.ts';
import { type MachineKind, TRAITS } from './kinds.ts';
import { layoutsOf } from './layouts.ts';
import { Problems } from './problem.ts';
import { readLn3 } from './read-ln3.ts';
import { readTn3 } from './read-tn3.ts';
import { readTp3 } from './read-tp3.ts';
import { Reading } from './reading.ts';

/** Reads any file of the family, by its signature. */
export const readMachineFile: Reader = async (source, sink, context) => {
  const problems = new Problems(context.report);
  const container = openContainer(source, problems);
  const { kind, major, minor, name } = container.header;
  const extension = extname(source.name).slice(1).toUpperCase();
  if (extension !== kind && extension in TRAITS) {
    problems.report(issueOf('content-mismatch', { extension: extension.toLowerCase(), kind }));
  }
  const reading = new Reading(source, sink, context, container, problems);
  sink.describe(name === '' ? { unit: 'metre' } : { name, unit: 'metre' });
  if (context.options['unit'] === undefined) {
    // No field for the unit is known; all samples are in metres.
    problems.report(issueOf('unit-assumed', { unit: 'metre' }));
  }
  if (!TRAITS[kind].seen) requireKnownTables(container.tables.keys(), kind);
  if (kind === 'TN3') await readTn3(reading);
  else if (kind === 'LN3') await readLn3(reading);
  else await readTp3(reading);
  countUnknown(reading);
  return { version: `${major}.${minor}` };
};

/** Refuses a stand-alone file of a kind without known samples unless it has the tables of TP3. */
function requireKnownTables(ids: Iterable<number>, kind: MachineKind): void {
  const needed = kind === 'RD3' ? 19 : kind === 'GC3' ? 15 : 20;
  const found = [...ids];
  if (found.includes(needed)) return;
  throw new FormatError('layout-not-known', { kind, tables: found.join(', ') || '(none)', needed });
}

/** Counts every unknown table by its number and record size. */
function countUnknown(reading: Reading): void {
  const known = layoutsOf(reading.container.header.kind);
  for (const table of reading.container.tables.values()) {
    if (known.has(table.id)) continue;
    const tally = reading.tally(table.id);
    tally.found += table.count;
    tally.skipped += table.count;
    if (table.count === 0) continue;
    const parameters = { table: table.id, records: table.count, size: table.recordSize };
    reading.problems.report(issueOf('table-unknown', parameters, { offset: table.pages[0]?.at }));
  }
}
