import type { WriteContext } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';

/** Makes names unique within a collection, as required by the schema, and reports each change. */
export class UniqueNames {
  readonly #used = new Set<string>();
  readonly #context: WriteContext;
  readonly #kind: string;

  /** @param kind of the named objects, for reports and missing names */
  constructor(kind: string, context: WriteContext) {
    this.#kind = kind;
    this.#context = context;
  }

  /** The name itself if it is free, else with the next free number appended. */
  take(name: string): string {
    const wished = name === '' ? this.#kind : name;
    let free = wished;
    for (let n = 2; this.#used.has(free); n++) free = `${wished} (${n})`;
    this.#used.add(free);
    const kind = this.#kind;
    if (name === '') this.#context.report(issueOf('name-made', { kind, name: free }));
    else if (free !== name) this.#context.report(issueOf('name-changed', { kind, name, newName: free }));
    return free;
  }
}
