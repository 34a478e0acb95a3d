import { gzipSync } from 'node:zlib';
import { emitJob, type FieldJob } from '@fieldbridge/fieldjob';
import { type ViewSet, ViewSink, viewFeature, viewRows } from '@fieldbridge/formats';
import { FEATURES_A_BLOCK, VIEW_TABLES, VIEW_VERSION, type ViewManifest } from '@fieldbridge/view-wire';

/** Features whose attributes a page holds; of the others only the picture is in it. */
const MOST_FEATURES = 200_000;

/** What the viewer shows of a job that was read from a file. */
export class FileView {
  readonly manifest: ViewManifest;
  readonly #job: FieldJob;
  readonly #set: ViewSet;

  constructor(job: FieldJob, name: string) {
    this.#job = job;
    const sink = new ViewSink();
    emitJob(job, sink);
    this.#set = sink.finish();
    this.manifest = { version: VIEW_VERSION, name, revision: '1', segments: [this.#set.segment] };
  }

  /** A chunk, compressed; undefined if it does not exist. */
  chunk(level: number, n: number): Uint8Array | undefined {
    return this.#set.chunks[level]?.[n];
  }

  /** Exact figures and attributes; null if there is no such row. */
  feature(table: string, row: number): ReturnType<typeof viewFeature> {
    return viewFeature(this.#job, table, row);
  }

  /** Everything in blocks for a page that holds it all. @returns blocks, and how many features have no attributes */
  blocks(): { readonly blocks: Map<string, Uint8Array>; readonly left: number } {
    const blocks = new Map([['view', packed(this.manifest)]]);
    for (const [level, chunks] of this.#set.chunks.entries())
      for (const [n, bytes] of chunks.entries()) blocks.set(`view/0/${level}/${n}`, bytes);
    let room = MOST_FEATURES;
    let left = 0;
    for (const table of VIEW_TABLES) {
      const rows = viewRows(this.#job, table);
      const held = Math.min(rows, room);
      room -= held;
      left += rows - held;
      for (let first = 0; first < held; first += FEATURES_A_BLOCK) {
        const count = Math.min(FEATURES_A_BLOCK, held - first);
        const features = Array.from({ length: count }, (_, i) => this.feature(table, first + i));
        blocks.set(`view/0/feature/${table}/${first}`, packed(features));
      }
    }
    return { blocks, left };
  }
}

const packed = (value: unknown): Uint8Array => gzipSync(JSON.stringify(value));
