import type { IssueRows } from './row.ts';

/** Reported when a file of any format is imported, or a job is converted to another unit or system. */
export const convertIssues = {
  'no-data': {
    level: 'error',
    text: 'nothing was imported from "{name}": {found}',
  },
  'nothing-selected': {
    level: 'error',
    text: 'nothing was imported from "{name}": the filter selects nothing in it',
    advice: 'select at least one entry of its content report',
  },
  'format-mismatch': {
    level: 'note',
    text: '"{name}" was named as another format but contains {format}; it was read as {format}',
  },
  'point-name-repeated': {
    level: 'note',
    text: 'the point name "{name}" appears more than once in the file; all of its points were read',
  },
  'unit-overridden': {
    level: 'note',
    text: 'the file states its unit as {stated}; it was read as {used}, as requested',
  },
  'unit-assumed': {
    level: 'note',
    text: 'the file states no unit; it was read in {unit}',
    advice: 'if that is wrong, state it with the option unit',
  },
  'drawing-foot-of-crs': {
    level: 'warning',
    text: 'the header says feet; they were taken as US survey feet, the unit of {system}; as international feet, the data would lie up to {difference} m away',
    advice: 'state unit=usft if that is right, else crs=local',
  },
  'unit-of-crs': {
    level: 'note',
    text: 'the file states no unit; it was read in {unit}, the unit of {system}',
    advice: 'if that is wrong, state it with the option unit',
  },
  'crs-overridden': {
    level: 'note',
    text: 'the file states its reference system as {stated}; it was read as {used}, as requested',
  },
  'crs-by-name': {
    level: 'note',
    text: 'the file calls its reference system "{name}"; it was read as {system}',
    advice: 'if that is wrong, state it with the option crs',
  },
  'crs-name-unknown': {
    level: 'warning',
    text: 'the file calls its reference system "{name}", which is not the name of one registered system; its coordinates were taken as a local grid',
    advice: 'state the system with the option crs',
  },
  'crs-not-comparable': {
    level: 'note',
    text: 'the source or the job is in a local grid; coordinates were kept unchanged',
  },
  'crs-operation': {
    level: 'note',
    text: 'coordinates were converted to the other reference system by "{name}" (accuracy {accuracy}, area: {area})',
  },
  'crs-better-with-grid': {
    level: 'warning',
    text: '"{name}" (accuracy {accuracy}) would be better, but its grid {grid} is missing',
    advice: 'put the file into the folder of grids (option --grids, setting grids)',
  },
  'crs-outside-area': {
    level: 'warning',
    text: 'a part of the data is outside the area of "{name}": {area}',
    advice: 'check the unit, the order of the axes and both reference systems',
  },
  'crs-heights-kept': {
    level: 'warning',
    text: 'elevations were kept as they are: {system} states no heights',
    advice: 'join a height system to it (28992+5709) if the elevations are above another datum',
  },
  'crs-position-lost': {
    level: 'warning',
    text: '{count position has|positions have} no place in the other reference system and became unknown',
    advice: 'check the unit, the order of the axes and both reference systems',
  },
  'drawing-not-turned': {
    level: 'warning',
    text: 'drawing "{name}" is placed by one position; only the position was converted, direction and scale were kept',
    advice: 'place it by a line of two positions',
  },
  'surface-thinned': {
    level: 'note',
    per: 'name',
    text: 'the surface "{name}" was thinned from {triangles} to {trianglesLeft} triangles and from {points} to {pointsLeft} points; it differs by {deviation} {unit} in height at most',
  },
  'surface-not-thinned': {
    level: 'note',
    per: 'name',
    text: 'the surface "{name}" keeps its {triangles} triangles and {points} points: without any of them it would differ by more than {tolerance} {unit}, or have another outline',
  },
  'surface-thinning-limited': {
    level: 'note',
    per: 'name',
    text: 'thinning the surface "{name}" reached a limit of work: more of its points might be removed within the tolerance',
    advice: 'import what was written and thin that; the differences add up',
  },
  'surface-crowding-kept': {
    level: 'note',
    per: 'name',
    text: '{count point|points} of the surface "{name}" not thinned: more than {most} triangles meet there; if more than 1024 do, the surrounding points are kept as well',
  },
  'surface-damage-kept': {
    level: 'note',
    per: 'name',
    text: '{count triangle|triangles} of the surface "{name}" not thinned, nor the points around: vertical, turned over, duplicate, or with a point that has no position',
    advice: 'correct the surface to thin it there, too',
  },
  'alignment-moved': {
    level: 'note',
    text: 'alignment "{name}" was converted element by element, within {within} {unit}; its lengths and stations changed by {change} millionths',
  },
  'alignment-moved-in-parts': {
    level: 'warning',
    text: '{count element|elements} of the alignment "{name}" divided or written as chords to be within {within} {unit} in the other reference system; its lengths and stations changed by {change} millionths',
  },
  'alignment-moved-as-line': {
    level: 'warning',
    text: 'alignment "{name}" became a line of chords within {within} {unit}: the other reference system has degrees',
    advice: 'choose a projected system to keep the alignment',
  },
  'alignment-not-transformed': {
    level: 'warning',
    text: 'alignment "{name}" was left out: a part of it has no place in the other reference system',
  },
  'plane-not-transformed': {
    level: 'warning',
    text: 'plane "{name}" cannot follow a change of axes or reference system and was left out',
  },
  'drawing-in-other-crs': {
    level: 'warning',
    text: 'the drawing is in {own} and the job in {target}; a background drawing keeps its coordinates',
    advice: 'place it by positions, or import it as features',
  },
} as const satisfies IssueRows;
