import type { IssueRows } from './row.ts';

/** Findings of a check before sending. */
export const checkIssues = {
  'check-no-system': {
    level: 'note',
    text: 'no reference system is stated, so that the place cannot be checked',
    advice: 'state it with the option crs',
  },
  'check-unit': {
    level: 'warning',
    text: 'the coordinates are in {unit}, but {system} is in {other}',
    advice: 'convert to {other}, or state the right system',
  },
  'check-outside-area': {
    level: 'warning',
    text: 'the data lies outside the area of {system}',
    advice: 'check system, unit and the order of easting and northing',
  },
  'check-outside-area-but': {
    level: 'warning',
    text: 'the data lies outside the area of {system}; {change} it would lie inside',
    clauses: {
      change: {
        exchanged: 'with easting and northing exchanged',
        larger: 'a thousand times as large',
        smaller: 'a thousand times smaller',
        unit: 'in {unit}',
      },
    },
    advice: 'read the file again with {option}',
  },
  'check-outside-area-scale': {
    level: 'warning',
    text: 'the data lies outside the area of {system}; a thousand times {change} it would lie inside',
    clauses: { change: { larger: 'as large', smaller: 'smaller' } },
    advice: '{cure}',
  },
  'check-size': {
    level: 'warning',
    text: 'the data is {size} wide',
    advice: 'check the unit',
  },
  'check-stray': {
    level: 'warning',
    text: '{kind} lies {distance} away from the rest',
    advice: 'delete it, or correct its coordinates',
  },
  'check-point-twice': {
    level: 'warning',
    text: 'a point lies on another one with the same layer, name and code{names}',
    advice: 'delete one of them',
  },
  'check-point-heights': {
    level: 'warning',
    text: 'two points of a layer at one place have different elevations: {one} and {other}{names}',
    advice: 'decide which one is right',
  },
  'check-name-twice': {
    level: 'warning',
    text: 'the name "{name}" is used for points at different places',
    advice: 'rename one of them',
  },
  'check-line-twice': {
    level: 'warning',
    text: '{kind} appears twice on the layer "{layer}"',
    advice: 'delete one of them',
  },
  'check-spike': {
    level: 'warning',
    text: 'a spike: the {kind} is {height} {direction} than its neighbours',
    advice: 'correct the elevation, or delete the point',
  },
  'check-elevation-zero': {
    level: 'warning',
    text: '{kind} with elevation 0 among others at about {usual}',
    advice: 'measure the elevation, or remove it',
  },
  'check-elevation-impossible': {
    level: 'warning',
    text: '{kind} with the elevation {elevation}, which is impossible or stands for "none"',
    advice: 'remove the elevation',
  },
  'check-flat': {
    level: 'note',
    text: 'all elevations are 0, so they are probably unknown',
    advice: 'use the data in plan only',
  },
  'check-breaklines-cross': {
    level: 'warning',
    text: 'breaklines of the surface "{name}" cross with {difference} between them',
    advice: 'break them at a common vertex',
  },
  'check-lines-cross': {
    level: 'note',
    text: 'lines of the layer "{layer}" cross with {difference} between them',
    advice: 'break them at a common vertex if they are breaklines',
  },
  'check-boundary-open': {
    level: 'warning',
    text: 'a boundary of the surface "{name}" is open by {gap}',
    advice: 'close it',
  },
  'check-line-gap': {
    level: 'note',
    text: 'a line ends {gap} from its start without being closed',
    advice: 'close it if it is a boundary',
  },
  'check-surface-folded': {
    level: 'warning',
    text: 'triangles of the surface "{name}" lie above each other ({share} % of those checked)',
    advice: 'triangulate it again',
  },
  'check-surface-twice': {
    level: 'warning',
    text: 'the surfaces "{name}" and "{other}" are the same over {share} % of the first',
    advice: 'delete one of them',
  },
  'check-surfaces-overlap': {
    level: 'note',
    text: 'the surfaces "{name}" and "{other}" cover the same ground ({share} % of the first)',
    advice: 'send only the right one',
  },
  'check-text-empty': {
    level: 'warning',
    text: 'a text without content',
    advice: 'delete it, or fill it in',
  },
  'check-drawing-empty': {
    level: 'warning',
    text: 'the background drawing "{name}" shows nothing',
    advice: 'leave it out, or read it again with space=both if it has sheets only',
  },
  'check-drawing-size': {
    level: 'warning',
    text: 'the background drawing "{name}" is {size} wide',
    advice: 'check its unit (option drawingUnit or unit)',
  },
  'check-drawing-outside-area': {
    level: 'warning',
    text: 'the background drawing "{name}" lies outside the area of {system}',
    advice: 'check its unit, or place it by positions',
  },
  'check-drawing-apart': {
    level: 'warning',
    text: 'the background drawing "{name}" lies {distance} away from the data',
    advice: 'check its unit, or place it by positions',
  },
  'check-partial': {
    level: 'note',
    text: 'the check for {what} ended at the limit {limit}; the findings up to there are listed',
    advice: 'check parts of the data on their own',
  },
} as const satisfies IssueRows;
