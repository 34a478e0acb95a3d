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
  'faces-as-surface': {
    level: 'note',
    text: '{count face|faces} became {surfaces surface|surfaces}, because they share edges and lie beside each other: {layers}',
    advice: 'surfaces=false makes areas of them',
  },
  'faces-as-areas': {
    level: 'note',
    text: '{count face|faces} on {layers} became areas: {reason}',
    clauses: {
      reason: {
        'no-elevation': 'they have no elevation',
        alone: 'it is alone',
        'no-shared-edge': 'they share no edges',
        'few-joined': 'only {joined} of {faces} share an edge with another',
        pieces: 'they fall into {pieces} small pieces',
        'at-zero': 'all of them are at elevation 0',
        vertical: 'most of them are vertical',
        'above-each-other': 'they are above each other',
      },
    },
    per: 'reason',
    advice: 'surfaces=true makes a surface of them',
  },
  'faces-repeated': {
    level: 'note',
    text: '{count triangle|triangles} left out of surfaces: they are duplicates',
  },
  'faces-without-elevation': {
    level: 'warning',
    text: '{count face|faces} of surfaces without elevations: the surfaces have 0 there',
    advice: 'surfaces=auto makes areas of them',
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
    text: '{count alignment was written as a line|alignments were written as lines}: elevations of the profile are kept, stations are not',
  },
  'hatch-as-area': {
    level: 'warning',
    text: '{count hatch is|hatches are} written without the fill or the lines of the pattern',
  },
  'text-attributes-left-out': {
    level: 'warning',
    text: 'attributes left out of {count text|texts}: the format cannot hold them',
  },
  'properties-left-out': {
    level: 'warning',
    text: 'name, code or attributes left out of {count feature|features}: the format cannot hold them',
  },
} as const satisfies IssueRows;
