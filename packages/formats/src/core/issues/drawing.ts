import type { IssueRows } from './row.ts';

/** What several readers and writers of CAD drawings report. */
export const drawingIssues = {
  'block-circle': {
    level: 'warning',
    text: 'the block "{name}" contains itself; the reference to it was left out',
  },
  'block-too-deep': {
    level: 'warning',
    text: 'blocks are nested {depth} deep in "{name}", more than the limit depth = {limit}; the reference was left out',
  },
  'expansion-limit': {
    level: 'warning',
    text: 'the reference to "{name}" would draw {features} features, but {left} are left of the limit expanded = {limit}',
    advice: 'raise the limit if the drawing is to be trusted',
  },
  'bad-coordinate': {
    level: 'warning',
    text: 'a coordinate is missing, infinite or not a number; the entity was left out',
  },
  'too-few-vertices': {
    level: 'warning',
    text: '{count line|lines} left out: fewer than two vertices',
  },
  'no-position': {
    level: 'warning',
    text: '{count feature or triangle|features or triangles} left out: a position is missing or not a number',
  },
  'elevation-added': {
    level: 'warning',
    text: 'unknown elevations were written as 0 in {count place|places}: the format needs one',
  },
  'arc-stroked': {
    level: 'note',
    text: '{count arc or line with arcs was|arcs or lines with arcs were} written as chords',
  },
  'alignment-as-line': {
    level: 'warning',
    text: '{count alignment was written as a line|alignments were written as lines} in plan',
  },
  'properties-left-out': {
    level: 'warning',
    text: 'name, code or attributes left out of {count feature|features}: the format cannot hold them',
  },
} as const satisfies IssueRows;
