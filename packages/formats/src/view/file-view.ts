import { emitJob, type FieldJob, type JobDiff, LOCAL_CRS } from '@fieldbridge/fieldjob';
import {
  type EarthNet,
  FEATURES_A_BLOCK,
  VIEW_VERSION,
  type ViewBox,
  type ViewFeature,
  type ViewManifest,
} from '@fieldbridge/view-wire';
import type { CrsSettings } from '../core/crs-settings.ts';
import type { Comparison } from './comparison.ts';
import { viewFeature } from './view-feature.ts';
import type { ViewSet } from './view-set.ts';
import { ViewSink } from './view-sink.ts';

/** The viewer's data for a job in memory. */
export class FileView {
  readonly manifest: ViewManifest;
  readonly #job: FieldJob;
  readonly #set: ViewSet;
  /** If the job consists of two shown over each other. */
  readonly differences: JobDiff | undefined;

  constructor(job: FieldJob, name: string, compared?: Comparison) {
    this.#job = job;
    this.differences = compared?.diff;
    const sink = new ViewSink(job);
    emitJob(job, sink);
    this.#set = sink.finish();
    this.manifest = {
      version: VIEW_VERSION,
      name,
      revision: '1',
      segments: [{ ...this.#set.segment, ...(compared && { compared: compared.names }) }],
    };
  }

  /** A chunk, compressed by gzip; undefined if it does not exist. */
  chunk(level: number, n: number): Uint8Array | undefined {
    return this.#set.chunks[level]?.[n];
  }

  /** The file of a picture; undefined if it does not exist. */
  image(n: number): Uint8Array | undefined {
    return this.#set.images[n];
  }

  /** Those of a block of rows, from a multiple of FEATURES_A_BLOCK on. */
  features(table: string, first: number): readonly ViewFeature[] {
    const features: ViewFeature[] = [];
    for (let row = first; row < first + FEATURES_A_BLOCK; row++) {
      const feature = viewFeature(this.#job, table, row);
      if (feature === null) break;
      features.push(feature);
    }
    return features;
  }

  /** Exact figures and attributes; null if there is no such row. */
  feature(table: string, row: number): ReturnType<typeof viewFeature> {
    return viewFeature(this.#job, table, row);
  }

  /** Location of Web Mercator in the job, under a box. @throws FormatError as `mercatorNet` */
  async earth([minEasting, minNorthing, maxEasting, maxNorthing]: ViewBox, settings?: CrsSettings): Promise<EarthNet> {
    const { mercatorNet } = await import('../kit/crs/mercator-net.ts');
    const { crs = LOCAL_CRS, unit = 'metre' } = this.#job.info;
    return mercatorNet(crs, unit, { minEasting, minNorthing, maxEasting, maxNorthing }, settings);
  }
}
