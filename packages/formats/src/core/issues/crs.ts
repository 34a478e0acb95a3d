import type { IssueRows } from './row.ts';

/** Why coordinates cannot be changed into another reference system. */
export const crsIssues = {
  'crs-local': {
    level: 'error',
    text: 'the coordinates are in a local grid whose place on the earth is not known',
    advice: 'state a reference system, for example crs=25832',
  },
  'crs-unknown': { level: 'error', text: '{system} cannot be used: {reason}', advice: 'check the code or the text' },
  'crs-axes': {
    level: 'error',
    text: '{system} has other axes ({axes}) than the eastings and northings of a job',
    advice: 'name a system of the same projection with eastings and northings',
  },
  'crs-grid-missing': {
    level: 'error',
    text: '{system} is tied to the earth by the correction grid {grid}, which is not available here',
    advice: 'transform to a system of the same datum, or keep the coordinates in {system}',
  },
  'crs-datum-unknown': {
    level: 'error',
    text: 'it is not known how {system} ({datum}) lies on the earth, which can move positions by some hundred metres',
    advice:
      'transform to a system of the same datum, keep the coordinates in {system}, or state it as WKT with TOWGS84',
  },
} as const satisfies IssueRows;
