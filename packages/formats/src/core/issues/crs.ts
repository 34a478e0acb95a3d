import type { IssueRows } from './row.ts';

/** Why coordinates cannot be converted between reference systems. */
export const crsIssues = {
  'crs-local': {
    level: 'error',
    text: 'the coordinates are in a local grid whose place on the earth is unknown',
    advice: 'state a reference system (for example crs=25832)',
  },
  'crs-unknown': { level: 'error', text: '{system} cannot be used: {reason}', advice: 'check the code or the text' },
  'crs-axes': {
    level: 'error',
    text: '{system} counts its coordinates {axes}, a job east and north',
    advice: 'name a system of the same projection with eastings and northings',
  },
  'unit-contradicts-crs': {
    level: 'error',
    text: 'the coordinates of {system} are in {own}, not in {unit}',
    advice: '{cure}',
  },
  'crs-grid-missing': {
    level: 'error',
    text: 'the best change from {source} to {target} needs the grid {grid}, which is not in the folder of grids; {next}',
    advice: 'add the grid, or allow a worse accuracy by crsAccuracy',
  },
  'crs-grid-damaged': { level: 'error', text: 'the grid {grid} {reason}', advice: 'get it again from its publisher' },
  'crs-datum-unknown': {
    level: 'error',
    text: 'no way is known from {source} to {target}',
    advice: 'use a system of the same datum, or leave the coordinates in {source}',
  },
  'crs-epoch-missing': {
    level: 'error',
    text: 'the change from {source} to {target} depends on the date of the coordinates',
    advice: 'state it as a decimal year by crsEpoch (for example 2026.5)',
  },
  'grids-unreadable': {
    level: 'error',
    text: 'the folder of grids cannot be used: {reason}',
    advice: 'check the option --grids or the setting grids',
  },
} as const satisfies IssueRows;
