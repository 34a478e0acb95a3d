import { gridFiles } from '../grid-folder.ts';
import { ProjLibrary } from './library.ts';

interface Started {
  readonly folder: string | undefined;
  readonly files: ReadonlyMap<string, string>;
  readonly library: Promise<ProjLibrary>;
}
let started: Started | undefined;

/** PROJ with the grids of a folder; restarted only for another folder. */
export function startProj(folder: string | undefined): Started {
  if (started === undefined || started.folder !== folder) {
    const files = gridFiles(folder);
    started = { folder, files, library: ProjLibrary.start(files) };
  }
  return started;
}

/** PROJ with any grids, for tasks that need none. */
export function anyProj(): Promise<ProjLibrary> {
  return (started ?? startProj(undefined)).library;
}
