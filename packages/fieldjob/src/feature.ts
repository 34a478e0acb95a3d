import type { AttributePairs } from './columns/attribute-columns.ts';

/** Value of `colour` and `lineWeight` that means "taken from the layer". */
export const BY_LAYER = -1;
const NO_ATTRIBUTES: AttributePairs = [];

/**
 * The properties of every point, line, area and text besides its geometry. One object is refilled and passed to the
 * sink repeatedly: a sink copies what it keeps and never keeps the object.
 */
export class Feature {
  /** Index that `JobSink.layer` returned, or -1 for no layer. */
  layer = -1;
  name = '';
  code = '';
  description = '';
  /** 0xRRGGBB, or BY_LAYER. */
  colour = BY_LAYER;
  lineType = '';
  /** Hundredths of a millimetre, or BY_LAYER. */
  lineWeight = BY_LAYER;
  /** Milliseconds since 1970 UTC; NaN when not known. */
  time = Number.NaN;
  /** Standard deviation of the position in the job's unit; NaN when not known. */
  quality = Number.NaN;
  /** Name of the point list the feature belongs to, or ''. */
  list = '';
  /** Name of the outermost block the feature was expanded from, or ''. */
  block = '';
  /** Page or layout of the source, counted from 1; 0 if the source has no pages. */
  page = 0;
  /** Index in `FieldJob.sources` of the import it came from; -1 for the sink's own. */
  source = -1;
  attributes: AttributePairs = NO_ATTRIBUTES;

  /** Back to the defaults; returns itself. */
  reset(): this {
    this.layer = -1;
    this.name = '';
    this.code = '';
    this.description = '';
    this.colour = BY_LAYER;
    this.lineType = '';
    this.lineWeight = BY_LAYER;
    this.time = Number.NaN;
    this.quality = Number.NaN;
    this.list = '';
    this.block = '';
    this.page = 0;
    this.source = -1;
    this.attributes = NO_ATTRIBUTES;
    return this;
  }
}
