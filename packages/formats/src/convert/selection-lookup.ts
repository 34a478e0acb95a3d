import { type GroupName, OTHERS, type Selection, type SelectionKind } from '@fieldbridge/fieldjob';
import type { About, Issue } from '../core/issues/issue.ts';

/** Looks up whether a selection includes the subject of an issue: everything except deselected entries. */
export class SelectionLookup {
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

  /** Whether the selection may include a subject; one of unknown kind may have any kind that is listed with it. */
  mayInclude({ kind, layer, name, page }: About): boolean {
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

/** Layer names are compared ignoring case. */
function keyOf(group: GroupName, name: string): string {
  return `${group} ${group === 'layers' ? name.toLowerCase() : name}`;
}

/**
 * A report function for readers that turns warnings about deselected data into notes, because they do not affect the
 * selected data.
 * @param report receives the issues without their subject
 */
export function unselectedAsNotes(report: (issue: Issue) => void, selection: Selection | undefined): typeof report {
  const lookup = selection === undefined ? undefined : new SelectionLookup(selection);
  return ({ about, ...issue }) => {
    const isNote = about !== undefined && issue.severity === 'warning' && lookup?.mayInclude(about) === false;
    report(isNote ? { ...issue, severity: 'note' } : issue);
  };
}
