import type { ViewSegment } from '@fieldbridge/view-wire';
import type { PlaceSample } from './place-sample.ts';

/** The view of one segment of a job: its part of the manifest, and the chunks of each level, compressed by gzip. */
export interface ViewSet {
  readonly segment: ViewSegment;
  readonly chunks: readonly (readonly Uint8Array[])[];
  /** The files of the pictures in `segment.images`. */
  readonly images: readonly Uint8Array[];
  /** Some of its places, used to join segments. */
  readonly sample: PlaceSample;
}
