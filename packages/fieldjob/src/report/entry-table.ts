import { Extent } from '../extent.ts';
import {
  GROUPS,
  type GroupName,
  MOST_ENTRIES,
  OTHERS,
  SELECTION_KINDS,
  type SelectionGroup,
  type SelectionKind,
} from './selection.ts';

interface Tally {
  count: number;
  readonly extent: Extent;
}

/** Counts and extents by group, name and kind. */
export class EntryTable {
  readonly #groups = new Map<GroupName, { size: number; byKind: Map<SelectionKind, Map<string, Tally>> }>();

  /** Counts one thing. @param box its extent; it is copied */
  count(group: GroupName, name: string, kind: SelectionKind, box: Extent): void {
    let table = this.#groups.get(group);
    if (table === undefined) this.#groups.set(group, (table = { size: 0, byKind: new Map() }));
    let names = table.byKind.get(kind);
    if (names === undefined) table.byKind.set(kind, (names = new Map()));
    let tally = names.get(name);
    if (tally === undefined) {
      // Beyond the limit only `(others)` itself is added, once per kind.
      if (table.size >= MOST_ENTRIES && name !== OTHERS) {
        this.count(group, OTHERS, kind, box);
        return;
      }
      table.size++;
      names.set(name, (tally = { count: 0, extent: new Extent() }));
    }
    tally.count++;
    tally.extent.addExtent(box);
  }

  /** The groups that have entries, in their usual order; entries by name, then kind. */
  groups(): SelectionGroup[] {
    return GROUPS.filter((group) => this.#groups.has(group)).map((group) => ({
      group,
      entries: SELECTION_KINDS.flatMap((kind) =>
        Array.from(this.#groups.get(group)!.byKind.get(kind) ?? [], ([name, { count, extent }]) => ({
          name,
          kind,
          count,
          extent: extent.box(),
          selected: true,
        })),
      ).sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)),
    }));
  }
}
