import type { IssueRows } from './row.ts';

/** What writers of several formats alter or leave out. */
export const writingIssues = {
  'point-without-position': {
    level: 'warning',
    text: '{count point|points} left out: no easting and northing',
  },
  'name-missing': { level: 'warning', text: 'a {kind} without a name was left out' },
  'name-made': { level: 'note', text: 'a {kind} without a name was written as "{name}": the format requires a name' },
  'name-changed': {
    level: 'note',
    text: 'a second {kind} "{name}" was written as "{newName}": names are unique in the format',
  },
  'character-replaced': {
    level: 'warning',
    text: 'characters that the format cannot hold were replaced by {replacement}',
  },
  'blanks-left-out': {
    level: 'note',
    text: '{count text|texts} with blanks at the start or end: readers of the format drop them',
  },
  'text-cut': {
    level: 'warning',
    text: '{count name or text|names or texts} cut: longer than the format allows',
  },
  'vertical-point-left-out': {
    level: 'warning',
    text: '{count profile point|profile points} left out: no station or no elevation',
  },
} as const satisfies IssueRows;
