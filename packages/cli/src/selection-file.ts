import type { Selection, SelectionGroup } from '@fieldbridge/fieldjob';
import { FormatError, type ImportRequest, reportContent } from '@fieldbridge/formats';
import { UsageError } from './command.ts';

/**
 * Parses a filled-in filter: a content report, its `selection` array, or an object with `selection` and `bounds`.
 * @throws UsageError for any other text
 */
export function readSelection(text: string): Selection {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`the filter is not JSON: ${(error as Error).message}`);
  }
  const holder = (Array.isArray(value) ? { selection: value } : value) as {
    selection?: unknown;
    bounds?: Selection['bounds'];
  } | null;
  if (!Array.isArray(holder?.selection) || !holder.selection.every(isGroup)) {
    throw new UsageError('the filter has no "selection": use the one that "fieldbridge inspect FILE --json" prints');
  }
  return { groups: holder.selection, ...(holder.bounds === undefined ? {} : { bounds: holder.bounds }) };
}

function isGroup(value: unknown): value is SelectionGroup {
  const group = value as Partial<SelectionGroup> | null;
  return (
    typeof group?.group === 'string' &&
    Array.isArray(group.entries) &&
    group.entries.every(
      (entry) =>
        typeof entry?.name === 'string' && typeof entry.kind === 'string' && typeof entry.selected === 'boolean',
    )
  );
}

/** Layers named in a sentence; the rest is only counted. */
const MOST_NAMES = 20;

function listOf(names: readonly string[]): string {
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
  return `${names.slice(0, MOST_NAMES).join(', ')}${more}`;
}

/**
 * The selection of the contents of the named layers only, ignoring case.
 * @throws FormatError `layer-unknown` if the file has no such layer
 */
export async function narrowToLayers(
  request: ImportRequest,
  names: readonly string[],
  start?: Selection,
): Promise<Selection> {
  const groups = start?.groups ?? [...(await reportContent(request)).report.selection];
  const said = names.map((name) => name.trim());
  const wanted = new Set(said.map((name) => name.toLowerCase()));
  const layers = groups.find(({ group }) => group === 'layers')?.entries ?? [];
  const known = new Set(layers.map(({ name }) => name.toLowerCase()));
  const unknown = said.filter((name) => !known.has(name.toLowerCase()));
  if (unknown.length > 0) {
    const used = layers.length === 0 ? 'none' : listOf([...new Set(layers.map(({ name }) => name))]);
    throw new FormatError('layer-unknown', { names: unknown.join(', '), layers: used });
  }
  return {
    ...start,
    groups: groups.map((group) =>
      group.group === 'layers'
        ? {
            ...group,
            entries: group.entries.map((entry) => ({
              ...entry,
              selected: entry.selected && wanted.has(entry.name.toLowerCase()),
            })),
          }
        : group,
    ),
  };
}
