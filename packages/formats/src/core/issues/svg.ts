import type { IssueRows } from './row.ts';

/** What a picture leaves out. */
export const svgIssues = {
  'svg-not-drawn': {
    level: 'note',
    text: '{count thing|things} of {total} not drawn: too many, too large or small, on a hidden layer or without position',
  },
  'picture-strays': {
    level: 'note',
    text: '{count thing lies|things lie} far from the rest and outside the picture, from {minEasting} {minNorthing} to {maxEasting} {maxNorthing}',
  },
  'svg-picture-only': { level: 'note', text: 'a picture holds no elevations, codes or attributes' },
} as const satisfies IssueRows;
