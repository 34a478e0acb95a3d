import type { IssueRows } from './row.ts';

/** What readers of several formats find in the data. */
export const readingIssues = {
  'elevation-unreadable': {
    level: 'warning',
    text: 'the elevation "{value}" is not a number; its position was read without an elevation',
  },
  'elevation-none': {
    level: 'warning',
    text: 'the elevation {value} means "no elevation"; it was read as unknown',
    per: 'value',
  },
  'coordinates-missing': {
    level: 'warning',
    text: 'the {kind} "{name}" has no readable coordinates and was left out',
  },
  'shot-without-coordinates': {
    level: 'warning',
    text: '{count measured point has|measured points have} no coordinates in the file: {names}',
    advice: 'compute them in the office program of the instrument and export them',
  },
  'geometry-damaged': {
    level: 'warning',
    text: '{what} was left out: it has {fault}',
    clauses: {
      fault: {
        'not-a-number': '"{word}" among its numbers',
        'several-rings': 'more than one ring',
        'no-vertex': 'a ring without vertices',
        'ring-not-triples': '{numbers} numbers in a ring, which is not a multiple of three',
        bulges: 'a ring with fewer or more bulges than vertices',
        'odd-list': 'an odd list',
        'not-finite': 'a number that is not finite',
        'no-point': 'no points',
        'no-place': 'an unknown kind, or no readable start, end or centre',
      },
    },
  },
  'surface-damaged': {
    level: 'warning',
    text: 'the surface "{name}" was left out: it has {fault}',
    clauses: {
      fault: {
        'not-a-number': '"{word}" among its numbers',
        'line-not-triples': 'a line whose numbers are not a multiple of three',
        'vertices-not-triples': 'vertices whose numbers are not a multiple of three',
        'vertex-missing': 'triangles that name vertices which do not exist',
        'parts-differ': 'parts that do not fit together',
      },
    },
  },
  'section-damaged': {
    level: 'warning',
    text: 'the cross section {section} was left out: it is not a list of offsets and elevations',
  },
  'mixed-encoding': { level: 'warning', text: 'text that is not {encoding} was read as Windows-1252' },
  'unit-doubtful': {
    level: 'warning',
    text: 'the file states {found}; a job has one unit, so all coordinates were read as {used}',
    advice: 'if that is wrong, correct the file or state the unit with the option unit',
  },
  'unit-unknown': { level: 'warning', text: '{unit} is not a known unit of length; coordinates were not converted' },
  'unit-converted': { level: 'note', text: 'lengths were converted from {from} to {to}' },
} as const satisfies IssueRows;
