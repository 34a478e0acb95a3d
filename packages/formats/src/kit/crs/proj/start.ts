import { gridFiles } from '../grid-folder.ts';
import { ProjLibrary } from './library.ts';

interface Started {
  readonly folder: string | undefined;
  readonly files: ReadonlyMap<string, string>;
  readonly library: Promise<ProjLibrary>;
}
let started: Started | undefined;

/** PROJ with the grids of a folder; started again only when another folder is named. */
export function startProj(folder: string | undefined): Started {
  if (started === undefined || started.folder !== folder) {
    const files = gridFiles(folder);
    started = { folder, files, library: ProjLibrary.start(files) };
  }
  return started;
}

/** PROJ with whatever grids it was started with: for what needs none. */
export function anyProj(): Promise<ProjLibrary> {
  return (started ?? startProj(undefined)).library;
}
