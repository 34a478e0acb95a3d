import type { IssueRows } from './row.ts';

/** What the reader of iModel snapshots reports. */
export const imodelIssues = {
  'imodel-no-bis': { level: 'error', text: 'the database is not an iModel snapshot: it has no BIS tables' },
  'imodel-not-drawn': { level: 'warning', text: '{className}: {part} cannot be drawn', per: 'className' },
  'imodel-style-left-out': { level: 'note', text: '{className}: its {style} was left out', per: 'className' },
  'imodel-part-missing': { level: 'warning', text: '{className}: its part {part} is missing from the file' },
  'imodel-geometry-damaged': {
    level: 'warning',
    text: '{className}: its geometry is damaged ({found}); what follows the damage was left out',
  },
} as const satisfies IssueRows;
