import type { IssueRows } from './row.ts';

/** Why coordinates cannot be converted between reference systems. */
export const crsIssues = {
  'crs-local': {
    level: 'error',
    text: 'the coordinates are in a local grid whose place on the earth is unknown',
    advice: 'state a reference system (for example crs=25832)',
  },
  'crs-unknown': {
    level: 'error',
    text: '{system} cannot be used: {reason}',
    clauses: {
      reason: {
        unknown: 'PROJ does not know it as a reference system',
        'no-plan': 'it has no easting and northing',
        depths: 'it has depths instead of elevations',
      },
    },
    advice: 'check the code or the text',
  },
  'crs-axes': {
    level: 'error',
    text: 'the axes of {system} point {axes}, those of a job east and north',
    advice: 'name a system of the same projection with eastings and northings',
  },
  'unit-contradicts-crs': {
    level: 'error',
    text: 'the coordinates of {system} are in {own}, not in {unit}',
    advice: '{cure}',
  },
  'crs-grid-missing': {
    level: 'error',
    text: 'the best transformation from {source} to {target} (accuracy {accuracy}) needs the grid {grid}, which is missing; {next}',
    advice: '{cure}',
  },
  'crs-grid-elsewhere': {
    level: 'error',
    text: 'the grid {grid} does not reach the data: it covers another area, or is empty there',
    advice: 'check the file, the unit and both reference systems',
  },
  'crs-axes-swapped': {
    level: 'error',
    text: 'the data is outside the area of {system}, but would be inside with easting and northing exchanged',
    advice: 'exchange them (option swap=true, or columns of a points file), or state another reference system',
  },
  'crs-no-position': {
    level: 'error',
    text: 'none of the data has a place in {target}: its coordinates are outside {source}',
    advice: 'check the unit, the order of the axes and both reference systems',
  },
  'crs-grid-damaged': { level: 'error', text: 'the grid {grid} {reason}', advice: 'get it again from its publisher' },
  'crs-datum-unknown': {
    level: 'error',
    text: 'no transformation is known from {source} to {target}',
    advice: 'use a system of the same datum, or leave the coordinates in {source}',
  },
  'crs-epoch-missing': {
    level: 'error',
    text: 'the transformation from {source} to {target} depends on the date of the coordinates',
    advice: 'state it as a decimal year by crsEpoch (for example 2026.5)',
  },
  'grids-unreadable': {
    level: 'error',
    text: 'the folder of grids cannot be used: {reason}',
    clauses: {
      reason: { unreadable: '{message}', 'too-many': 'it holds {files} files, more than {most}' },
    },
    advice: 'check the option --grids or the setting grids',
  },
} as const satisfies IssueRows;
