import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { emitJob, type FieldJob } from '@fieldbridge/fieldjob';
import { FEATURES_A_BLOCK, PACK_HEAD, VIEW_TABLES } from '@fieldbridge/view-wire';
import type { Comparison } from './comparison.ts';
import { viewFeature, viewRows } from './view-feature.ts';
import { ViewSink } from './view-sink.ts';

/** By the threads of the process, while the next block is made. */
const gzipBeside = promisify(gzip);
/** Blocks that are compressed at a time. */
const AT_A_TIME = 8;

/** Features whose attributes are packed; the others are only drawn. */
const MOST_FEATURES = 200_000;

/** Compressed blocks by name, as PackIndex describes them. */
export type ViewBlocks = ReadonlyMap<string, Uint8Array>;

/** Exact figures and attributes of a job. */
export interface PackedFeatures {
  readonly blocks: ViewBlocks;
  /** Features without attributes, because there are too many. */
  readonly left: number;
}

/**
 * Packs all drawn data of a job.
 * @param id name of its one segment @param compared if the job is two over each other
 */
export function packView(job: FieldJob, id: string, compared?: Comparison): Promise<ViewBlocks> {
  const sink = new ViewSink(job);
  emitJob(job, sink);
  return packSent(sink, id, compared);
}

/** Packs everything that was sent to a sink; otherwise like `packView`. */
export async function packSent(sink: ViewSink, id: string, compared?: Comparison): Promise<ViewBlocks> {
  const { segment, chunks, images, sample } = sink.finish(id);
  const blocks = new Map<string, Uint8Array>([['segment', await packed({ ...segment, compared: compared?.names })]]);
  blocks.set('sample', await packed(sample));
  if (compared !== undefined) blocks.set('differences', await packed(compared.diff));
  for (const [level, list] of chunks.entries())
    for (const [n, bytes] of list.entries()) blocks.set(`${level}/${n}`, bytes);
  for (const [n, bytes] of images.entries()) blocks.set(`image/${n}`, bytes);
  return blocks;
}

/** Packs exact figures and attributes separately, because that takes longer than the picture. */
export async function packFeatures(job: FieldJob): Promise<PackedFeatures> {
  const blocks = new Map<string, Uint8Array>();
  let room = MOST_FEATURES;
  let left = 0;
  const made: (readonly [name: string, bytes: Promise<Uint8Array>])[] = [];
  for (const table of VIEW_TABLES) {
    const rows = viewRows(job, table);
    const held = Math.min(rows, room);
    room -= held;
    left += rows - held;
    for (let first = 0; first < held; first += FEATURES_A_BLOCK) {
      const count = Math.min(FEATURES_A_BLOCK, held - first);
      const features = Array.from({ length: count }, (_, i) => viewFeature(job, table, first + i));
      made.push([`feature/${table}/${first}`, packed(features)]);
      await made.at(-AT_A_TIME)?.[1];
    }
  }
  for (const [name, bytes] of made) blocks.set(name, await bytes);
  return { blocks, left };
}

/** Fast compression, because a user may be waiting: half the time for a sixth more bytes. */
const packed = (value: unknown): Promise<Uint8Array> => gzipBeside(JSON.stringify(value), { level: 1 });

/** The bytes of a packed file, as PackIndex describes it. */
export function* packFile(blocks: ViewBlocks): Generator<Uint8Array> {
  const index: Record<string, readonly [number, number]> = {};
  let offset = 0;
  for (const [name, { length }] of blocks) {
    index[name] = [offset, length];
    offset += length;
  }
  const text = Buffer.from(JSON.stringify(index));
  const head = Buffer.alloc(PACK_HEAD);
  head.writeUInt32LE(text.length);
  yield head;
  yield text;
  yield* blocks.values();
}
