import type { Limits } from '../../core/limits.ts';
import type { OptionTable } from '../../core/options.ts';
import { DRAWING_UNIT_NAMES } from '../../kit/cad/drawing-unit.ts';
import { SURFACES_OPTION } from '../../kit/cad/surfaces-option.ts';

/** Options of DXF (and DWG) imports besides those of every import. */
export const DXF_READ_OPTIONS: OptionTable = {
  drawingUnit: {
    type: 'string',
    enum: DRAWING_UNIT_NAMES,
    description: 'The drawing unit, overriding the header; lengths are converted to metres or feet.',
  },
  tolerance: {
    type: 'number',
    minimum: 1e-6,
    maximum: 1000,
    default: 0.001,
    description: 'Largest distance in metres between an ellipse or spline and the chords that replace it.',
  },
  space: {
    type: 'string',
    enum: ['model', 'paper', 'both'],
    default: 'model',
    description:
      'Model space, the sheets of paper space (their features carry the number of the sheet as page), or both.',
  },
  blocks: {
    type: 'string',
    enum: ['auto', 'points', 'geometry'],
    default: 'auto',
    description:
      'Block references as points with attributes (points), as their contents (geometry), or as both if they have attributes (auto).',
  },
  surfaces: SURFACES_OPTION,
  patternLines: {
    type: 'boolean',
    default: false,
    description:
      'Also draw the lines of hatch patterns, up to 5000 pieces per hatch, in addition to the area with the name of the pattern.',
  },
  hidden: { type: 'boolean', default: false, description: 'Also read entities that are marked invisible.' },
};

/** Settings for drawing that follow from the options. */
export interface DrawSettings {
  readonly blocks: 'auto' | 'points' | 'geometry';
  readonly hidden: boolean;
  readonly patternLines: boolean;
  readonly extendedData: boolean;
  readonly limits: Limits;
}

/** Options of DXF imports only. */
export const DXF_ONLY_READ_OPTIONS: OptionTable = {
  codePage: {
    type: 'string',
    enum: [
      ...['utf-8', '1250', '1251', '1252', '1253', '1254', '1255', '1256', '1257', '1258'],
      ...['874', '932', '936', '949', '950', '1361', '437', '737', '775', '850', '852', '855', '857'],
      ...['860', '861', '862', '863', '864', '865', '866', '869'],
    ],
    description: 'Code page of texts and names, overriding the header: for drawings with garbled text.',
  },
  extendedData: {
    type: 'boolean',
    default: false,
    description: 'Read extended data of applications as attributes with the name of the application.',
  },
};

/** Versions that can be written, as users name them. */
export const DXF_WRITE_VERSIONS = ['R12', '2000', '2010', '2018'] as const;
export type DxfWriteVersion = (typeof DXF_WRITE_VERSIONS)[number];

export const DXF_WRITE_OPTIONS: OptionTable = {
  version: { type: 'string', enum: DXF_WRITE_VERSIONS, default: '2018', description: 'Version of the file.' },
  points: {
    type: 'string',
    enum: ['block', 'point'],
    default: 'block',
    description:
      'Points as references of a block with name, code, elevation and all attributes, or as plain POINT entities.',
  },
  areas: {
    type: 'string',
    enum: ['auto', 'outline', 'hatch'],
    default: 'auto',
    description:
      'Areas as closed polylines (outline), as HATCH entities (hatch), or in their original form (auto); R12 has only outlines.',
  },
  textHeight: {
    type: 'number',
    minimum: 1e-6,
    maximum: 1e6,
    default: 1,
    description: "Height of point names, and of texts without a height, in the job's unit.",
  },
};
