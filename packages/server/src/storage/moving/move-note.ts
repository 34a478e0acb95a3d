import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { syncFolder } from '../data-directory.ts';

/** In the data directory that data are moved into, until they are complete. */
const MOVING = 'moving.json';
/** In the data directory that they were moved from. */
const MOVED = 'moved.json';

/** What a note says. */
export interface MoveNote {
  /** The public id of the server whose data they are. */
  readonly server: string;
  /** The other data directory. */
  readonly other: string;
}

/** The note of a move into a data directory that is not complete. */
export function movingInto(directory: string): MoveNote | undefined {
  return readNote(join(directory, MOVING));
}

/** The note of a move out of a data directory. */
export function movedFrom(directory: string): MoveNote | undefined {
  return readNote(join(directory, MOVED));
}

/** Marks a data directory as incomplete. */
export function beginMove(directory: string, note: MoveNote): void {
  writeNote(directory, MOVING, note);
}

/** The data are complete in `to`: no server is to start on `from` by mistake, where nothing new would arrive. */
export function endMove(from: string, to: string, server: string): void {
  writeNote(from, MOVED, { server, other: to });
  for (const name of [MOVING, MOVED]) rmSync(join(to, name), { force: true });
  syncFolder(to);
}

function writeNote(directory: string, name: string, note: MoveNote): void {
  writeFileSync(join(directory, name), `${JSON.stringify(note)}\n`, { mode: 0o600, flush: true });
  syncFolder(directory);
}

function readNote(path: string): MoveNote | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as MoveNote) : undefined;
}
