import type { IssueRows } from './row.ts';

/** Why a file is refused, whatever its format. */
export const sourceIssues = {
  'limit-exceeded': { level: 'error', text: 'the limit {limit} = {value} is exceeded: {found}' },
  'unexpected-end': {
    level: 'error',
    text: 'the file ends at byte {size} and lacks {missing}; it is cut off or damaged',
    advice: 'copy or export it again',
  },
  'format-unknown': {
    level: 'error',
    text: 'the content of "{name}" is in no format that can be read',
    advice: 'see the list of formats',
  },
  'option-invalid': { level: 'error', text: 'option {name}: {fault}' },
  'layer-unknown': {
    level: 'error',
    text: 'nothing is on a layer named {names}',
    advice: 'layers with content: {layers}',
  },
  'sqlite-missing': {
    level: 'error',
    text: 'field job packages, iModels and reference systems need SQLite, which {runtime} does not have',
    advice: 'use Node 22.13 or newer',
  },
  'sqlite-missing-file': { level: 'error', text: 'an SQLite file can only be read from disk' },
  'sqlite-damaged': {
    level: 'error',
    text: 'the database inside the file cannot be read ({found}); it is cut off or damaged',
    advice: 'copy or export it again',
  },
} as const satisfies IssueRows;
