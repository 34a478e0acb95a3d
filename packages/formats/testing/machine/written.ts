import { Feature, type FieldJob, JobBuilder, labelOf, layerOf, Path, surfaceOf } from '@fieldbridge/fieldjob';
import { writeWith } from './support.ts';
import { type WalkedTable, walk } from './walker.ts';

/** Bytes of the mark for "no value", 2e-308, which the vendor's Brisbane file contains 165 times. */
export const NO_VALUE = Buffer.from('a4d133f0ac610e00', 'hex');
export const f64 = (record: Buffer, at: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => record.readDoubleLE(at + 8 * i));
export const ticks = (record: Buffer, at: number): string =>
  new Date(Number(record.readBigUInt64LE(at) / 10_000n - 11_644_473_600_000n)).toISOString();

/** The tables of a job as a format writes it. */
export async function tablesOf(
  id: string,
  job: FieldJob,
  options = {},
): Promise<{ bytes: Buffer; tables: Map<number, WalkedTable>; name: string }> {
  const { bytes } = await writeWith(id, job, options);
  const { tables, name } = walk(bytes);
  return { bytes, tables, name };
}
export const recordsOf = (tables: Map<number, WalkedTable>, id: number): Buffer[] => tables.get(id)?.records ?? [];

/** A job with two points, a closed line of three, a text and a surface of two triangles on two layers. */
export function site(): FieldJob {
  const builder = new JobBuilder();
  builder.describe({ name: 'Überführung', unit: 'metre' });
  const kerb = builder.layer(layerOf('KERB', { colour: 0x112233 }));
  const tree = builder.layer(layerOf('Bäume'));
  const thing = new Feature();
  const time = Date.UTC(2026, 10, 21, 20, 35, 1, 5);
  Object.assign(thing, {
    layer: kerb,
    name: 'P1',
    code: 'a code of 17 lett',
    time,
    attributes: ['tp3:flags', '1540', 'tp3:text3', 'III'],
  });
  builder.point(thing, 504_000.5, 6_959_000.25, 12.125);
  builder.point(Object.assign(thing.reset(), { layer: tree }), 10, 20, Number.NaN);
  const path = new Path();
  for (const [e, n] of [
    [0, 0],
    [6, 0],
    [6, 8],
  ] as const)
    path.vertex(e, n, 1.5);
  path.closed = true;
  builder.line(Object.assign(thing.reset(), { layer: tree, code: 'EDGE', time }), path);
  builder.text(
    Object.assign(thing.reset(), { layer: tree }),
    labelOf('Ahorn', 3, 4, { elevation: 7, rotation: 0.5, height: 2 }),
  );
  const vertices = Float64Array.of(1000, 2000, 1, 1010, 2000, 2, 1010, 2010, 3, 1000, 2010, 4);
  builder.surface(surfaceOf('Gelände', vertices, Int32Array.of(0, 1, 2, 0, 2, 3), { edges: Int32Array.of(0, 2) }));
  return builder.job;
}

/** Offset of the first page of a table. */
export function firstPage(bytes: Buffer, id: number): number {
  for (let at = bytes.toString('latin1', 7, 10) === 'TP3' ? 0xc2 : 0x62; ; at += 10)
    if (bytes.readUInt16LE(at) === id) return bytes.readUInt32LE(at + 6);
}
