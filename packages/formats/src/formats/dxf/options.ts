import type { Limits } from '../../core/limits.ts';
import type { OptionTable } from '../../core/options.ts';
import { DRAWING_UNIT_NAMES } from '../../kit/cad/drawing-unit.ts';

/** Options of DXF (and DWG) imports beside those that every import has. */
export const DXF_READ_OPTIONS: OptionTable = {
  drawingUnit: {
    type: 'string',
    enum: DRAWING_UNIT_NAMES,
    description: 'What one drawing unit is, whatever the header says; lengths are converted to metres or feet.',
  },
  tolerance: {
    type: 'number',
    minimum: 1e-6,
    maximum: 1000,
    default: 0.001,
    description: 'Largest distance in metres between an ellipse or spline and the chords that stand for it.',
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
      'Block references as points with their attributes (points), as the lines they consist of (geometry), or as both where they have attributes (auto).',
  },
  surfaces: {
    type: 'boolean',
    default: false,
    description: 'Make one surface of all 3D faces and meshes on a layer; they are areas otherwise.',
  },
  patternLines: {
    type: 'boolean',
    default: false,
    description:
      'Draw the lines of hatch patterns, too, up to 5000 pieces a hatch; a hatch is an area with the name of its pattern.',
  },
  hidden: { type: 'boolean', default: false, description: 'Read entities that are marked invisible, too.' },
};

/** Settings that decide what is drawn, as they result from the options. */
export interface DrawSettings {
  readonly blocks: 'auto' | 'points' | 'geometry';
  readonly hidden: boolean;
  readonly patternLines: boolean;
  readonly extendedData: boolean;
  readonly limits: Limits;
}

/** Options of DXF imports alone. */
export const DXF_ONLY_READ_OPTIONS: OptionTable = {
  codePage: {
    type: 'string',
    enum: [
      ...['utf-8', '1250', '1251', '1252', '1253', '1254', '1255', '1256', '1257', '1258'],
      ...['874', '932', '936', '949', '950', '1361', '437', '737', '775', '850', '852', '855', '857'],
      ...['860', '861', '862', '863', '864', '865', '866', '869'],
    ],
    description: 'Code page of texts and names, whatever the header says: for drawings whose letters come out wrong.',
  },
  extendedData: {
    type: 'boolean',
    default: false,
    description:
      'Read what applications attached to entities (extended data) as attributes named like the application.',
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
      'Points as references of a block with name, code, elevation and all attributes, or as bare POINT entities.',
  },
  areas: {
    type: 'string',
    enum: ['outline', 'hatch'],
    default: 'outline',
    description: 'Areas as closed polylines, or as filled HATCH entities (not in R12).',
  },
  textHeight: {
    type: 'number',
    minimum: 1e-6,
    maximum: 1e6,
    default: 1,
    description: "Height of point names and of texts that have none, in the job's unit.",
  },
};
