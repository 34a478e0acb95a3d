import { type GroupName, OTHERS, type Selection, type SelectionKind } from '@fieldbridge/fieldjob';
import type { About, Issue } from '../core/issues/issue.ts';

/** Tells what a selection wants of the things that issues speak of, by the rule of the filter: all that no group has deselected. */
export class Wanted {
  /** Per group and name: kind → selected. */
  readonly #listed = new Map<string, Map<SelectionKind, boolean>>();

  constructor({ groups }: Selection) {
    for (const { group, entries } of groups)
      for (const { name, kind, selected } of entries) {
        const key = keyOf(group, name);
        if (!this.#listed.has(key)) this.#listed.set(key, new Map());
        this.#listed.get(key)!.set(kind, selected);
      }
  }

  /** Whether the selection may want the thing; one of which the kind is not known may be of any kind that is listed with it. */
  wants({ kind, layer, name, page }: About): boolean {
    return (
      (kind === undefined || this.#allows('kinds', kind, kind)) &&
      (layer === undefined || this.#allows('layers', layer, kind)) &&
      (page === undefined || this.#allows('pages', String(page), kind)) &&
      (name === undefined || kind !== 'surface' || this.#allows('surfaces', name, kind)) &&
      (name === undefined || kind !== 'alignment' || this.#allows('alignments', name, kind))
    );
  }

  #allows(group: GroupName, name: string, kind: SelectionKind | undefined): boolean {
    const kinds = this.#listed.get(keyOf(group, name)) ?? this.#listed.get(keyOf(group, OTHERS));
    if (kinds === undefined) return true;
    if (kind !== undefined) return kinds.get(kind) ?? true;
    return Array.from(kinds).some(([each, selected]) => selected && this.#allows('kinds', each, each));
  }
}

/** Layers are the same in any case. */
function keyOf(group: GroupName, name: string): string {
  return `${group} ${group === 'layers' ? name.toLowerCase() : name}`;
}

/**
 * Where readers report: what befalls a thing that was not selected is a note, as nothing that was wanted is missing or altered.
 * @param report takes the issues, without what they are about
 */
export function reportOfWanted(report: (issue: Issue) => void, selection: Selection | undefined): typeof report {
  const wanted = selection === undefined ? undefined : new Wanted(selection);
  return ({ about, ...issue }) => {
    const isNote = about !== undefined && issue.severity === 'warning' && wanted?.wants(about) === false;
    report(isNote ? { ...issue, severity: 'note' } : issue);
  };
}
