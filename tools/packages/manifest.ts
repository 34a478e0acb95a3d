import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../runtime.mjs';

/** A package whose modules are published as they are compiled. */
export interface Library {
  /** Folder below packages/. */
  readonly folder: string;
  /** The modules that can be imported, by the name below the package's. */
  readonly entries: Readonly<Record<string, string>>;
  /** A module that is published as one script for pages, too, and the script's name. */
  readonly script?: readonly [module: string, name: string];
}

export const LIBRARIES: readonly Library[] = [
  { folder: 'view-wire', entries: { '.': 'index' } },
  { folder: 'viewer', entries: { '.': 'index' }, script: ['index', 'fieldbridge-view.js'] },
  { folder: 'fieldjob', entries: { '.': 'index' } },
  { folder: 'formats', entries: { '.': 'library' } },
  {
    folder: 'client',
    entries: { '.': 'index', './file-token-store': 'files/file-token-store', './queue': 'queue/index' },
  },
];

/** The parts of a package.json that are used here. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly [other: string]: unknown;
}

/** Reads a package.json of the project. @param folder below packages/; the project itself if left out */
export function readManifest(folder?: string): Manifest {
  const path = join(root, folder === undefined ? '' : join('packages', folder), 'package.json');
  return JSON.parse(readFileSync(path, 'utf8')) as Manifest;
}

/**
 * The common part of all published manifests: the project's version and licence, and the required packages.
 * @param imported names of the packages that the modules import
 */
export function manifestOf(folder: string, imported: ReadonlySet<string>): Manifest {
  const { version, license } = readManifest();
  const { name, description, engines, dependencies = {} } = readManifest(folder);
  const needed = Object.entries(dependencies).filter(([one]) => imported.has(one));
  return {
    ...{ name, version, description, license, type: 'module', engines },
    keywords: ['survey', 'cad', 'field job', 'machine control', 'weighing'],
    dependencies: Object.fromEntries(
      needed.map(([one, stated]) => [one, one.startsWith('@fieldbridge/') ? version : stated]),
    ),
  };
}
