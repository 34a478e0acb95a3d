import type { WriteContext } from '../../../core/format.ts';
import { type CountedCode, reportCounts } from '../../../kit/losses/counts.ts';
import type { PathLosses } from './paths.ts';

/** What a drawing leaves out of its job or holds differently; counted while it is written. */
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

/** The code of each loss. */
const CODES: Readonly<Record<keyof Losses, CountedCode>> = {
  barePoints: 'point-properties-left-out',
  outlines: 'area-as-outline',
  axes: 'alignment-as-line',
  layersRenamed: 'layer-renamed',
  descriptionsCut: 'layer-description-cut',
  lineTypesRenamed: 'line-type-renamed',
  properties: 'properties-left-out',
  arcsStroked: 'arc-stroked',
  elevationsAdded: 'elevation-added',
  hatchesLevelled: 'hatch-levelled',
  noPosition: 'no-position',
  tooShort: 'too-few-vertices',
};

/** Reports what a drawing holds differently from its job. */
export function reportLosses(losses: Losses, context: Pick<WriteContext, 'report'>): void {
  const kinds = Object.keys(CODES) as (keyof Losses)[];
  reportCounts(
    kinds.map((kind) => [CODES[kind], losses[kind]]),
    context,
  );
}
