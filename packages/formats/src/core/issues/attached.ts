import type { IssueRows } from './row.ts';

/** Issues of the files that a drawing attaches. */
export const attachedIssues = {
  'attached-read': {
    level: 'note',
    text: 'the attached file "{file}" was read ({count feature|features}); its layers begin with "{name}|"',
    per: 'file',
  },
  'attached-clipped': {
    level: 'note',
    text: '{count feature of|features of} the attached file "{file}" cut at its clip boundary, or left out beyond it',
    per: 'file',
  },
  'attached-not-cut': {
    level: 'warning',
    text: '{count feature|features} of the attached file "{file}" across its clip boundary stayed whole',
    advice: 'surfaces are not cut, nor areas whose rings cannot be closed again',
    per: 'file',
  },
  'attached-missing': {
    level: 'warning',
    text: 'the attached file "{file}" is not among the references (model {model}, placed at {easting}, {northing}, scale {scale}, turned by {rotation}°)',
    per: 'file',
  },
  'attached-circle': {
    level: 'warning',
    text: 'the attached file "{file}" attaches itself, directly or through others; it was not read again',
    per: 'file',
  },
  'attached-not-read': {
    level: 'warning',
    text: 'the attached file "{file}" was not read: {reason}',
    per: 'file',
  },
  'attached-limit': {
    level: 'warning',
    text: 'the drawing and what it attaches have more than {most} attachments; the others were not read',
  },
} as const satisfies IssueRows;
