import { threadId } from 'node:worker_threads';
import type { Procedure } from '../procedure.ts';
import type { Statements } from '../statements.ts';

/** What a test has inserted, and how it is to go wrong. */
export interface Thing {
  readonly name: string;
  readonly fault?: 'throw' | 'end the thread' | 'fill the disk';
}

/** Inserts a thing. @returns the number of the thread it was done in */
export function insertThing(statements: Statements, { name, fault }: Thing): number {
  if (fault === 'fill the disk') statements.sql('PRAGMA max_page_count = 1').run();
  statements.sql('INSERT INTO things (name, thread) VALUES (?, ?)').run(name, threadId);
  if (fault === 'throw') throw new TypeError('as asked');
  if (fault === 'end the thread') process.exit();
  if (fault === 'fill the disk') statements.sql('INSERT INTO things (big) VALUES (zeroblob(1000000))').run();
  return threadId;
}

export const INSERT_THING: Procedure<Thing, number> = { module: import.meta.url, run: insertThing };
