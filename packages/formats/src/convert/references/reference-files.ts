import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Most entries of the folder that are read. */
const MOST_ENTRIES = 100_000;

/** The files of a folder and its subfolders, by name. Links are not followed, so nothing outside is opened. */
export class ReferenceFiles {
  /** Paths in the folder by lower-case name. */
  readonly #byName = new Map<string, string[][]>();
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    const waiting: string[][] = [[]];
    let entries = 0;
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop())
      for (const entry of readdirSync(join(folder, ...at), { withFileTypes: true })) {
        if (++entries > MOST_ENTRIES) return;
        const path = [...at, entry.name];
        if (entry.isDirectory()) waiting.push(path);
        if (!entry.isFile()) continue;
        const name = entry.name.toLowerCase();
        this.#byName.set(name, [...(this.#byName.get(name) ?? []), path]);
      }
  }

  /** Number of the files. */
  get count(): number {
    return this.#byName.values().reduce((sum, paths) => sum + paths.length, 0);
  }

  /** The paths of all files, in the order of their names. */
  all(): string[] {
    const paths = [...this.#byName.values()].flat();
    return paths.map((path) => join(this.#folder, ...path)).toSorted();
  }

  /**
   * The file for a path on another machine: of those with the same name, regardless of case, the one that shares the
   * most parent folders. Undefined without one.
   */
  find(stated: string): string | undefined {
    const parts = stated.toLowerCase().split(/[\\/:]+/);
    const common = (path: readonly string[]): number => {
      let same = 0;
      while (same < path.length && path.at(-1 - same)!.toLowerCase() === parts.at(-1 - same)) same++;
      return same;
    };
    const found = this.#byName.get(parts.at(-1) ?? '') ?? [];
    const [best] = found.toSorted((a, b) => common(b) - common(a) || a.length - b.length);
    return best === undefined ? undefined : join(this.#folder, ...best);
  }
}
