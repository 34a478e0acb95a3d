import type { IssueRows } from './row.ts';

/** What became of names that the job had already. */
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
  'layer-kept': { level: 'note', text: 'layer "{name}" is in the job with other properties; those were kept' },
} as const satisfies IssueRows;
