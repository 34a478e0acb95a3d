import { gridFiles } from '../grid-folder.ts';
import { ProjLibrary } from './library.ts';

interface Started {
  readonly folder: string | undefined;
  readonly files: ReadonlyMap<string, string>;
  readonly library: Promise<ProjLibrary>;
}
let started: Started | undefined;

/** PROJ with the grids of a folder, started once in a process; `undefined` takes whatever was started. */
export function startProj(folder: string | undefined): Started {
  if (started === undefined || (folder !== undefined && started.folder !== folder)) {
    const files = gridFiles(folder);
    started = { folder, files, library: ProjLibrary.start(files) };
  }
  return started;
}
