import type { WriteContext } from '../../../core/format.ts';
import type { Severity } from '../../../core/issues/issue.ts';
import { type Counted, reportCounted } from '../../../kit/losses/counted.ts';
import type { PathLosses } from './paths.ts';
import { LONGEST_DESCRIPTION } from './tables.ts';

/** What a drawing does not hold of its job, or holds otherwise; counted while it is written. */
export interface Losses extends PathLosses {
  /** Features and triangles that have no position, or one that is no number. */
  noPosition: number;
  /** Layers that got another name. */
  layersRenamed: number;
  /** Descriptions of layers that were too long. */
  descriptionsCut: number;
  /** Line types that got another name. */
  lineTypesRenamed: number;
  /** Points that lost what they are called, as they were asked for bare. */
  barePoints: number;
  /** Lines and areas that have a name, a code or attributes. */
  properties: number;
  /** Areas that became closed polylines. */
  outlines: number;
  /** Alignments that became lines in plan. */
  axes: number;
}

export const noLosses = (): Losses => ({
  ...{ arcsStroked: 0, elevationsAdded: 0, hatchesLevelled: 0, tooShort: 0 },
  ...{
    noPosition: 0,
    layersRenamed: 0,
    descriptionsCut: 0,
    lineTypesRenamed: 0,
    barePoints: 0,
    properties: 0,
    outlines: 0,
    axes: 0,
  },
});

/** The code of each loss, how grave it is, and what follows its count. */
const SENTENCES: Readonly<Record<keyof Losses, readonly [code: string, severity: Severity, text: string]>> = {
  barePoints: ['point-properties-left-out', 'note', 'points lost name, code or attributes, as points=point asks'],
  outlines: ['area-as-outline', 'note', 'areas were written as closed polylines'],
  axes: ['alignment-as-line', 'warning', 'alignments were written as lines in plan'],
  layersRenamed: ['layer-renamed', 'note', 'layers got another name, as DXF does not allow the one they have'],
  descriptionsCut: [
    'layer-description-cut',
    'warning',
    `descriptions of layers are longer than ${LONGEST_DESCRIPTION} characters and were cut there`,
  ],
  lineTypesRenamed: [
    'line-type-renamed',
    'note',
    'line types got another name, as DXF does not allow the one they have',
  ],
  properties: [
    'properties-left-out',
    'warning',
    'lines and areas have a name, a code or attributes, which DXF has no place for',
  ],
  arcsStroked: ['arc-stroked', 'note', 'lines with arcs climb, so that their arcs were written as chords'],
  elevationsAdded: [
    'elevation-added',
    'warning',
    'vertices without an elevation stand in lines that have one; they were written at 0',
  ],
  hatchesLevelled: [
    'hatch-levelled',
    'warning',
    'areas climb; a hatch is level, so they were written at the elevation of their first vertex (areas=outline keeps theirs)',
  ],
  noPosition: [
    'no-position',
    'warning',
    'features or triangles have no position, or one that is no number, and were left out',
  ],
  tooShort: ['too-few-vertices', 'warning', 'lines have fewer than two vertices and were left out'],
};

/** Reports what a drawing holds otherwise than its job. */
export function reportLosses(losses: Losses, context: Pick<WriteContext, 'report'>): void {
  const kinds = Object.keys(SENTENCES) as (keyof Losses)[];
  const counted = kinds.map((kind): Counted => [losses[kind], ...SENTENCES[kind]]);
  reportCounted(counted, context);
}
