import type { IssueRows } from './row.ts';

/** What a format cannot hold, or holds less exactly than the job. */
export const lossIssues = {
  'point-left-out': { level: 'warning', text: '{count point|points} left out: the format cannot hold them' },
  'line-left-out': { level: 'warning', text: '{count line|lines} left out: the format cannot hold them' },
  'area-left-out': { level: 'warning', text: '{count area|areas} left out: the format cannot hold them' },
  'text-left-out': { level: 'warning', text: '{count text|texts} left out: the format cannot hold them' },
  'surface-left-out': { level: 'warning', text: '{count surface|surfaces} left out: the format cannot hold them' },
  'alignment-left-out': {
    level: 'warning',
    text: '{count alignment|alignments} left out: the format cannot hold them',
  },
  'plane-left-out': { level: 'warning', text: '{count plane|planes} left out: the format cannot hold them' },
  'control-point-left-out': {
    level: 'warning',
    text: '{count control point|control points} left out: the format cannot hold them',
  },
  'code-left-out': {
    level: 'warning',
    text: '{count code of the code library|codes of the code library} left out: the format cannot hold them',
  },
  'drawing-left-out': {
    level: 'warning',
    text: '{count background drawing|background drawings} left out: the format cannot hold them',
  },
  'drawing-drawn': {
    level: 'note',
    text: '{count background drawing|background drawings} written as linework, each on layers named after it',
  },
  'observation-left-out': {
    level: 'warning',
    text: '{count raw observation|raw observations} left out: the format cannot hold them',
  },
  'name-left-out': { level: 'warning', text: 'names left out because the format cannot hold them: {found}' },
  'feature-code-left-out': { level: 'warning', text: 'codes left out because the format cannot hold them: {found}' },
  'description-left-out': {
    level: 'warning',
    text: 'descriptions left out because the format cannot hold them: {found}',
  },
  'attribute-left-out': {
    level: 'warning',
    text: 'attribute values left out because the format cannot hold them: {found}',
  },
  'layer-left-out': { level: 'note', text: 'layers left out because the format cannot hold them: {found}' },
  'colour-left-out': {
    level: 'note',
    text: 'colours of features left out because the format cannot hold them: {found}',
  },
  'line-type-left-out': {
    level: 'note',
    text: 'line types of features left out because the format cannot hold them: {found}',
  },
  'line-weight-left-out': {
    level: 'note',
    text: 'line weights of features left out because the format cannot hold them: {found}',
  },
  'time-left-out': { level: 'note', text: 'times left out because the format cannot hold them: {found}' },
  'quality-left-out': {
    level: 'note',
    text: 'standard deviations left out because the format cannot hold them: {found}',
  },
  'list-left-out': {
    level: 'note',
    text: 'names of point lists left out because the format cannot hold them: {found}',
  },
  'block-left-out': { level: 'note', text: 'names of blocks left out because the format cannot hold them: {found}' },
  'page-left-out': { level: 'note', text: 'page numbers left out because the format cannot hold them: {found}' },
  'job-detail-left-out': {
    level: 'note',
    text: 'details of the job left out because the format cannot hold them: {found}',
  },
  'layer-detail-left-out': {
    level: 'note',
    text: 'details of layers left out because the format cannot hold them: {found}',
  },
  'surface-detail-left-out': {
    level: 'note',
    text: 'details of surfaces left out because the format cannot hold them: {found}',
  },
  'alignment-detail-left-out': {
    level: 'note',
    text: 'details of alignments left out because the format cannot hold them: {found}',
  },
  'control-point-detail-left-out': {
    level: 'note',
    text: 'details of control points left out because the format cannot hold them: {found}',
  },
  'crs-left-out': {
    level: 'note',
    text: 'the format cannot hold the reference system, {name}',
    advice: 'state it where the file is read',
  },
  'degrees-bare': {
    level: 'warning',
    text: 'the format cannot hold the reference system, {name}: its degrees are written as they are, and most programs take them for lengths',
    advice: 'state the option crs to write the coordinates of a projected system',
  },
  'elevation-infinite': {
    level: 'warning',
    text: '{count infinite elevation was|infinite elevations were} written as unknown: the format cannot hold them',
  },
  'coordinates-rounded': {
    level: 'note',
    text: '{count coordinate was|coordinates were} rounded to {decimals} decimals; the largest change is {most} ({unit})',
  },
} as const satisfies IssueRows;
