import type { WriteContext } from '../../../core/format.ts';
import { type CountedCode, reportCounts } from '../../../kit/losses/counts.ts';
import type { PathLosses } from './paths.ts';

/** Parts of the job that a drawing omits or holds differently, counted while it is written. */
export interface Losses extends PathLosses {
  /** Features and triangles without a position, or with an invalid one. */
  noPosition: number;
  /** Layers with a changed name. */
  layersRenamed: number;
  /** Descriptions of layers that were truncated. */
  descriptionsCut: number;
  /** Line types with a changed name. */
  lineTypesRenamed: number;
  /** Attributes of points whose name is not their tag. */
  tagsChanged: number;
  /** Points that lost their name, code or attributes because plain POINT entities were requested. */
  barePoints: number;
  /** Lines and areas with a name, a code or attributes. */
  properties: number;
  /** Texts with attributes that are not written. */
  textAttributes: number;
  /** Hatches that became closed polylines. */
  hatches: number;
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
    tagsChanged: 0,
    barePoints: 0,
    properties: 0,
    textAttributes: 0,
    hatches: 0,
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
  tagsChanged: 'attribute-tag-changed',
  properties: 'properties-left-out',
  textAttributes: 'text-attributes-left-out',
  hatches: 'hatch-as-area',
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
