import type { IssueRows } from './row.ts';

/** What happened to names that the job already had, and why files cannot be joined. */
export const mergeIssues = {
  'point-name-taken': {
    level: 'error',
    text: 'the job already holds {count point name|point names} of the file; the first is "{name}"',
    advice: 'append with onDuplicate=rename, keep or replace',
  },
  'point-renamed': {
    level: 'warning',
    text: 'point "{name}" was imported as "{newName}" because the job has a point of that name',
  },
  'point-kept': { level: 'warning', text: 'point "{name}" was left out because the job has a point of that name' },
  'point-replaced': { level: 'note', text: 'point "{name}" replaces the one in the job' },
  'code-kept': {
    level: 'warning',
    text: 'code "{name}" is in the job with other properties; those were kept',
    advice: 'append with onDuplicate=replace to take the new ones',
  },
  'code-replaced': { level: 'note', text: 'code "{name}" replaces the one in the job' },
  'units-differ': {
    level: 'error',
    text: '"{name}" is in {unit} and "{other}" in {otherUnit}, and one job has one unit',
    advice: 'choose the unit of the job (on the command line with --to-unit m, ft or usft)',
  },
  'unit-not-stated': {
    level: 'error',
    text: '"{name}" states no unit, and "{other}" is in {unit}',
    advice: 'state the unit of the file with the option unit',
  },
  'crs-differ': {
    level: 'error',
    text: '"{name}" is in {system} and "{other}" in {otherSystem}, and one job has one reference system',
    advice: 'choose the system of the job (on the command line with --to-crs)',
  },
  'crs-not-stated': {
    level: 'error',
    text: '"{name}" states no reference system, so it cannot be converted together with "{other}" from {system}',
    advice: 'state the system of the file with the option crs',
  },
  'layer-kept': { level: 'note', text: 'layer "{name}" is in the job with other properties; those were kept' },
} as const satisfies IssueRows;
