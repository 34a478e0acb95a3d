import type { Holds } from '../../core/holds.ts';

/** What a drawing can hold depending on version and options. */
export interface DrawingHolds {
  /** Line weights: from R13 on. */
  readonly lineWeights: boolean;
  /** Points as blocks with attributes, which can also hold time, quality and list. */
  readonly pointBlocks: boolean;
  /** The reference system, as geodata. */
  readonly crs: boolean;
}

/** What a drawing can hold. Names, codes, descriptions and attributes that are lost are counted where they are lost. */
export function drawingHolds({ lineWeights, pointBlocks, crs }: DrawingHolds): Holds {
  const styles = ['colour', 'lineType', ...(lineWeights ? (['lineWeight'] as const) : [])] as const;
  const looks = ['layer', ...styles] as const;
  const line = [...looks, 'name', 'code', 'description', 'attributes'] as const;
  return {
    ...{ kinds: ['point', 'line', 'area', 'text', 'surface', 'alignment'], crs, info: [] },
    point: [...line, ...(pointBlocks ? (['time', 'quality', 'list'] as const) : [])],
    ...{ line, area: line, text: [...looks, 'attributes'], layer: [...styles, 'visible', 'locked', 'description'] },
    ...{ surface: ['colour'], alignment: ['vertical'] },
  };
}

/** What a drawing of a recent version can hold. */
export const DRAWING_HOLDS = drawingHolds({ lineWeights: true, pointBlocks: true, crs: true });
