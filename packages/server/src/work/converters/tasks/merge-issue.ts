import type { MergeNote } from '@fieldbridge/fieldjob';
import type { Issue } from '@fieldbridge/formats';

const TEXTS: Readonly<Record<MergeNote['what'], (note: MergeNote) => Pick<Issue, 'severity' | 'text'>>> = {
  'point-renamed': ({ name, newName }) => ({
    severity: 'warning',
    text: `point "${name}" came in as "${newName}": the job holds one of that name`,
  }),
  'point-kept': ({ name }) => ({
    severity: 'warning',
    text: `point "${name}" was left out: the job holds one of that name and keeps it`,
  }),
  'point-replaced': ({ name }) => ({ severity: 'note', text: `point "${name}" replaces the one in the job` }),
  'code-kept': ({ name }) => ({
    severity: 'warning',
    text: `code "${name}" came in again with other properties: those that came first count; append with onDuplicate=replace to change that`,
  }),
  'code-replaced': ({ name }) => ({ severity: 'note', text: `code "${name}" replaces the one in the job` }),
  'layer-kept': ({ name }) => ({
    severity: 'note',
    text: `layer "${name}" came in again with other properties: those that came first count`,
  }),
};

/** What became of a name that both sides have, as an issue of the report. */
export function mergeIssue(note: MergeNote): Issue {
  return { code: note.what, ...TEXTS[note.what](note) };
}
