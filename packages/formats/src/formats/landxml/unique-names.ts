import type { WriteContext } from '../../core/format.ts';

/** Makes names unique within a collection, as the schema asks, and reports each change. */
export class UniqueNames {
  readonly #used = new Set<string>();
  readonly #context: WriteContext;
  readonly #kind: string;

  /** @param kind what is named, for the report and for things without a name */
  constructor(kind: string, context: WriteContext) {
    this.#kind = kind;
    this.#context = context;
  }

  /** The name itself when it is free, else with the next free number behind it. */
  take(name: string): string {
    const wished = name === '' ? this.#kind : name;
    let free = wished;
    for (let n = 2; this.#used.has(free); n++) free = `${wished} (${n})`;
    this.#used.add(free);
    if (name === '') {
      const text = `a ${this.#kind} without a name was written as "${free}": LandXML asks for one`;
      this.#context.report({ code: 'name-missing', severity: 'note', text });
    } else if (free !== name) {
      const text = `a second ${this.#kind} "${name}" was written as "${free}": names are unique in LandXML`;
      this.#context.report({ code: 'name-changed', severity: 'note', text });
    }
    return free;
  }
}
