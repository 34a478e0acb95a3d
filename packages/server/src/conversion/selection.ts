import type { Filter } from '@fieldbridge/contract';
import type { Selection, SelectionGroup } from '@fieldbridge/fieldjob';
import type { Choice } from '@fieldbridge/formats';
import { detailOf, type Fault } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import type { Blobs } from '../storage/port/blobs.ts';
import { readBlob } from './read-blob.ts';
import type { FileRow } from './rows.ts';

/** Faults that one refusal lists. */
const MOST_FAULTS = 50;

/** The stored form of a filled-in filter: only what differs from "everything". */
export interface StoredSelection {
  /** Deselected entries: group, kind, name. */
  readonly deselected: readonly (readonly [group: string, kind: string, name: string])[];
  readonly bounds?: Selection['bounds'];
}

interface ReportWithSelection {
  readonly selection: readonly SelectionGroup[];
  /** Missing in reports that an earlier version stored. */
  readonly choices?: readonly Choice[];
}

async function readReport(blobs: Blobs, file: FileRow): Promise<ReportWithSelection> {
  return JSON.parse(await readBlob(blobs, file.report!)) as ReportWithSelection;
}

const keyOf = (group: string, kind: string, name: string): string => JSON.stringify([group, kind, name]);

/**
 * Checks a filter against the report it was made from.
 * @throws ProblemError selection-unknown for entries that the report did not list, validation-failed for impossible
 * bounds
 */
export async function checkFilter(blobs: Blobs, file: FileRow, filter: Filter): Promise<StoredSelection> {
  const { selection } = await readReport(blobs, file);
  const known = new Set(
    selection.flatMap(({ group, entries }) => entries.map(({ kind, name }) => keyOf(group, kind, name))),
  );
  const faults: Fault[] = [];
  const deselected: [string, string, string][] = [];
  for (const [g, { group, entries }] of (filter.selection ?? []).entries()) {
    for (const [e, { kind, name, selected }] of entries.entries()) {
      if (!known.has(keyOf(group, kind, name))) {
        const detail = detailOf('The report of this file lists no {kind} "{name}" in the group {group}.', {
          kind,
          name: name.slice(0, 100),
          group,
        });
        if (faults.length < MOST_FAULTS) faults.push({ pointer: `#/selection/${g}/entries/${e}`, detail });
      } else if (!selected) deselected.push([group, kind, name]);
    }
  }
  if (faults.length > 0) throw new ProblemError('selection-unknown', faults[0]!.detail, { errors: faults });
  const bounds = filter.bounds ?? undefined;
  if (bounds !== undefined && isEmpty(bounds)) {
    const errors = [{ pointer: '#/bounds', detail: detailOf('The minimum must not exceed the maximum.') }];
    throw new ProblemError('validation-failed', detailOf('The bounds are empty: a minimum exceeds its maximum.'), {
      errors,
    });
  }
  return { deselected, ...(bounds === undefined ? {} : { bounds }) };
}

/**
 * The options that the choices of a filter decide.
 * @throws ProblemError selection-unknown for a choice or a value that the report did not offer
 */
export async function chosenOptions(blobs: Blobs, file: FileRow, filter: Filter): Promise<Record<string, string>> {
  if (filter.choices === undefined || filter.choices.length === 0) return {};
  const { choices = [] } = await readReport(blobs, file);
  const options: Record<string, string> = {};
  for (const [i, { option, chosen }] of filter.choices.entries()) {
    const values = choices.find((choice) => choice.option === option)?.values.map(({ value }) => value) ?? [];
    if (!values.includes(chosen)) {
      const named = { option: option.slice(0, 50), chosen: chosen.slice(0, 50) };
      const detail =
        values.length === 0
          ? detailOf('The report of this file offers no such choice: {option} cannot be "{chosen}".', named)
          : detailOf('The report of this file offers {values}: {option} cannot be "{chosen}".', {
              ...named,
              values: values.join(', '),
            });
      throw new ProblemError('selection-unknown', detail, { errors: [{ pointer: `#/choices/${i}`, detail }] });
    }
    options[option] = chosen;
  }
  return options;
}

function isEmpty(bounds: NonNullable<StoredSelection['bounds']>): boolean {
  const { minEasting, minNorthing, maxEasting, maxNorthing, minElevation, maxElevation } = bounds;
  const upsideDown = minElevation !== undefined && maxElevation !== undefined && minElevation > maxElevation;
  return upsideDown || !(minEasting <= maxEasting && minNorthing <= maxNorthing);
}

/**
 * The whole selection for the converter: the report's groups with the stored choice. @param stored JSON of a
 * StoredSelection
 */
export async function fullSelection(blobs: Blobs, file: FileRow, stored: string): Promise<Selection> {
  const { deselected, bounds } = JSON.parse(stored) as StoredSelection;
  const off = new Set(deselected.map(([group, kind, name]) => keyOf(group, kind, name)));
  const { selection } = await readReport(blobs, file);
  const groups = selection.map(({ group, entries }) => ({
    group,
    entries: entries.map((entry) => ({ ...entry, selected: !off.has(keyOf(group, entry.kind, entry.name)) })),
  }));
  return { groups, ...(bounds === undefined ? {} : { bounds }) };
}
