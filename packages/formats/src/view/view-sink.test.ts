import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import {
  emitJob,
  Feature,
  type FieldJob,
  JobBuilder,
  type Label,
  labelOf,
  layerOf,
  Path,
  surfaceOf,
} from '@fieldbridge/fieldjob';
import { arbitraryJob } from '@fieldbridge/fieldjob/testing/arbitrary-job.ts';
import { checkManifest, decodeChunk, NO_HEIGHT, PATH_FLAGS, VIEW_TABLES, type ViewChunk } from '@fieldbridge/view-wire';
import fc from 'fast-check';
import { readWith } from '../../testing/run-format.ts';
import { mainPart } from '../formats/svg/main-part.ts';
import { tp3 } from '../formats/tp3/format.ts';
import type { ViewSet } from './view-set.ts';
import { ViewSink } from './view-sink.ts';

const CORPUS = process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../../shared/corpus');

function viewOf(job: FieldJob): ViewSet {
  const sink = new ViewSink();
  emitJob(job, sink);
  return sink.finish();
}

/** The chunks of a kind in its exact level, or in the coarsest. */
function chunksOf<K extends ViewChunk['kind']>(
  view: ViewSet,
  kind: K,
  coarse = false,
): Extract<ViewChunk, { kind: K }>[] {
  const levels = view.segment.levels.flatMap((level, i) => (level.kind === kind ? [i] : []));
  const level = coarse ? levels[0] : levels.at(-1);
  if (level === undefined) return [];
  return view.chunks[level]!.map((bytes) => decodeChunk(gunzipSync(bytes)) as Extract<ViewChunk, { kind: K }>);
}

/** Positions of a chunk in the job's unit. */
const placesOf = ({ plan, head }: ViewChunk): number[][] =>
  Array.from({ length: plan.length / 2 }, (_, i) => [
    head.easting + plan[2 * i]! * head.step,
    head.northing + plan[2 * i + 1]! * head.step,
  ]);

function lineOf(...vertices: readonly (readonly [number, number, number?, number?])[]): Path {
  const path = new Path();
  for (const [easting, northing, elevation = Number.NaN, bulge = 0] of vertices)
    path.vertex(easting, northing, elevation, bulge);
  return path;
}

describe('the view of a job', () => {
  it('is the same whether or not the sink has a job whose coordinates it need not copy', () => {
    const builder = new JobBuilder();
    const long = new Path();
    for (let i = 0; i < 3000; i++) long.vertex(i, (i * 7) % 50, i % 3, i % 400 === 1 ? 0.5 : 0);
    long.closed = true;
    builder.line(new Feature(), long);
    const known = (job: FieldJob): ViewSet => {
      const sink = new ViewSink(job);
      emitJob(job, sink);
      return sink.finish();
    };
    assert.deepEqual(known(builder.job), viewOf(builder.job));
    fc.assert(
      fc.property(arbitraryJob({ most: 8 }), (job) => assert.deepEqual(known(job), viewOf(job))),
      { numRuns: 40 },
    );
  });

  it('holds every vertex, point and text to half a step, whatever the job', () => {
    const coordinate = fc.oneof(
      fc.integer({ min: -5_000_000, max: 5_000_000 }).map((n) => n / 1000),
      fc.constantFrom(0, 5_600_000, 1e9, -1e11, 1e13),
    );
    fc.assert(
      fc.property(arbitraryJob({ coordinate, most: 8 }), (job) => {
        const view = viewOf(job);
        checkManifest({ version: 1, name: '', revision: '1', segments: [JSON.parse(JSON.stringify(view.segment))] });
        let seen = 0;
        for (const chunk of [...chunksOf(view, 'points'), ...chunksOf(view, 'texts')])
          for (const [i, [easting, northing]] of placesOf(chunk).entries()) {
            if (VIEW_TABLES[chunk.table[i]!] === 'drawings') continue;
            seen++;
            if (chunk.table[i] === 6) continue;
            const table = chunk.kind === 'points' ? job.points : job.texts;
            const row = chunk.row[i]!;
            assert.ok(Math.abs(easting! - table.coordinates.get(3 * row)) <= chunk.head.step * 0.5001);
            assert.ok(Math.abs(northing! - table.coordinates.get(3 * row + 1)) <= chunk.head.step * 0.5001);
          }
        const lines = chunksOf(view, 'paths').flatMap((chunk) => [...chunk.row].filter((_, i) => chunk.table[i] === 1));
        const { points, texts, controlPoints } = job;
        assert.ok(seen <= points.length + texts.length + controlPoints.length);
        assert.ok(new Set(lines).size <= job.lines.length);
        if (view.segment.unplaced === 0) {
          assert.equal(seen, points.length + texts.length + controlPoints.length);
          assert.equal(
            new Set(lines).size,
            [...Array(job.lines.length).keys()].filter((row) => job.lines.vertices(row) > 0).length,
          );
        }
      }),
      { numRuns: 60 },
    );
  });

  it('is precise far from the origin, and a stray does not spoil it', () => {
    const builder = new JobBuilder();
    for (let i = 0; i < 50; i++)
      builder.line(new Feature(), lineOf([505_000.1234 + i, 6_959_350.5678], [505_000.4321 + i, 6_959_351.8765]));
    builder.line(new Feature(), lineOf([0, 0], [1, 1]));
    const view = viewOf(builder.job);
    assert.deepEqual(view.segment.main, [505_000.1234, 6_959_350.5678, 505_049.4321, 6_959_351.8765]);
    assert.deepEqual(view.segment.strays, [{ table: 'lines', row: 50, easting: 0, northing: 0 }]);
    const [chunk] = chunksOf(view, 'paths');
    assert.equal(chunk!.row.at(-1), 50);
  });

  it('shows where the data of a real job is, and names the strays', async () => {
    const { job } = await readWith(tp3, readFileSync(join(CORPUS, 'topcon/tps-bris.tp3')));
    const { segment } = viewOf(job);
    const [west, south, east, north] = segment.main!;
    assert.ok(west > 504_000 && east < 506_000 && south > 6_958_000 && north < 6_960_000, `${segment.main}`);
    assert.deepEqual(segment.whole!.slice(0, 2), [0, 0]);
    assert.ok(segment.strayCount > 0 && segment.strays.every(({ table }) => table === 'planes'));
  });

  it('keeps arcs as bulges, and cuts long lines without losing any', () => {
    const builder = new JobBuilder();
    const long = new Path();
    for (let i = 0; i < 5000; i++) long.vertex(i, i % 7, 1, i === 3000 ? 0.5 : 0);
    long.closed = true;
    builder.line(new Feature(), long);
    const [chunk] = chunksOf(viewOf(builder.job), 'paths');
    assert.deepEqual([...chunk!.bulges], [0.5]);
    const places = placesOf(chunk!);
    assert.equal(Math.round(places[chunk!.arcs[0]!]![0]!), 3000);
    let segments = 0;
    const [starts, ends]: string[][] = [[], []];
    for (const [path, end] of chunk!.ends.entries()) {
      const start = path === 0 ? 0 : chunk!.ends[path - 1]!;
      segments += end - start - 1;
      starts!.push(`${places[start]}`);
      ends!.push(`${places[end - 1]}`);
    }
    assert.equal(segments, 5000);
    assert.deepEqual(starts!.sort(), ends!.sort(), 'each piece begins where another ends, all around');
    assert.ok(chunk!.flags.every((flags) => flags === PATH_FLAGS.part));
  });

  it('of many segments begins with few, with at most the stated error', () => {
    const builder = new JobBuilder();
    const path = new Path();
    for (let row = 0; row < 300; row++) {
      path.clear();
      for (let i = 0; i < 1000; i++) path.vertex(row * 10 + Math.sin(i / 9), i, 5);
      builder.line(new Feature(), path);
    }
    const view = viewOf(builder.job);
    const [coarse, exact] = view.segment.levels;
    const count = (level: typeof coarse) => level!.chunks.reduce((sum, { items }) => sum + items, 0);
    assert.equal(count(exact), 300 * 999);
    assert.ok(count(coarse) <= 100_000 && coarse!.tolerance > 0 && exact!.tolerance === 0);
    for (const chunk of chunksOf(view, 'paths', true))
      for (const [, [easting, northing]] of placesOf(chunk).entries()) {
        const row = Math.round(easting! / 10);
        const off = Math.abs(easting! - row * 10 - Math.sin(northing! / 9));
        assert.ok(off < coarse!.tolerance / 30, 'a vertex of the line itself, but for the steps of the overview');
      }
  });

  it('shares pens, and counts the things with a different one when there are too many', () => {
    const builder = new JobBuilder();
    const feature = new Feature();
    for (let i = 0; i < 66_000; i++) {
      feature.layer = builder.layer(layerOf(`layer ${i}`, { visible: i % 2 === 0 }));
      builder.point(feature, i, 0, 0);
    }
    const { segment } = viewOf(builder.job);
    assert.equal(segment.layers.length, 65_536);
    assert.equal(segment.pens.length, 65_536);
    assert.equal(segment.repenned, 66_000 - 65_536);
    assert.deepEqual(segment.layers[3], { name: 'layer 3', colour: -1, visible: false, lineType: '', weight: -1 });
  });

  it('has a pen for each kind on a layer, and draws all the same when there are too many', () => {
    const builder = new JobBuilder();
    const feature = new Feature();
    for (let i = 0; i < 65_535; i++) {
      feature.layer = builder.layer(layerOf(`layer ${i}`));
      builder.point(feature, i, 0, 0);
    }
    for (const layer of [7, 8]) builder.line(Object.assign(new Feature(), { layer }), lineOf([1, 2], [3, 4]));
    const view = viewOf(builder.job);
    const { pens, repenned } = view.segment;
    assert.deepEqual([pens.length, repenned], [65_536, 1]);
    const pen = chunksOf(view, 'paths')[0]!.pen;
    const drawn = Array.from(pen, (index) => [pens[index]![0], VIEW_TABLES[pens[index]![4]!]]);
    assert.deepEqual(drawn, [
      [7, 'lines'],
      [8, 'points'],
    ]);
  });

  const TEXTS: readonly (readonly [what: string, label: Partial<Label>, main: readonly number[]])[] = [
    ['to the right', {}, [0, 0, 50 + 9 * 0.9 * 4, 50]],
    ['to the left', { justification: 'right', easting: 10 }, [10 - 9 * 0.9 * 4, 0, 50, 50]],
    ['upwards', { rotation: Math.PI / 2, northing: 40 }, [0, 0, 50 + (0.24 / 0.73) * 4, 40 + 9 * 0.9 * 4]],
    [
      'downwards',
      { verticalJustification: 'top', northing: 1, text: 'a\nb' },
      [0, 1 - 4 * (8 / 3 + 0.24 / 0.73), 53.6, 50],
    ],
    ['no further than the rest is wide', { text: 'x'.repeat(1e6), height: 1 }, [0, 0, 100, 50]],
    ['no further than some letters', { text: 'x'.repeat(1e6), height: 10 }, [0, 0, 250, 50]],
    ['a word that is wider than the rest', { height: 20 }, [0, 0, 50 + 9 * 0.9 * 20, 50]],
    ['not if it is higher than the rest is wide', { height: 51 }, [0, 0, 50, 50]],
  ];
  for (const [what, changed, main] of TEXTS)
    it(`includes the room of a text in the first view, as a plan does: ${what}`, () => {
      const builder = new JobBuilder();
      builder.line(new Feature(), lineOf([0, 0], [50, 50]));
      const label = { ...labelOf('nine char', 50, 25), height: 4, ...changed };
      builder.text(new Feature(), label);
      const { segment } = viewOf(builder.job);
      const { extent } = mainPart(builder.job);
      const plan = [extent.minEasting, extent.minNorthing, extent.maxEasting, extent.maxNorthing];
      for (const [i, side] of main.entries())
        for (const shown of [segment.main!, plan]) assert.ok(Math.abs(shown[i]! - side) < 1e-5, `${shown}`);
      const chunk = segment.levels.find(({ kind }) => kind === 'texts')?.chunks[0];
      assert.ok(label.height > 50 || label.text.length > 99 || chunk!.box.some((side, i) => side === segment.main![i]));
    });

  it('cuts a text of a megabyte and leaves out things without a position', () => {
    const builder = new JobBuilder();
    builder.text(new Feature(), labelOf('x'.repeat(1_000_000), 1, 2));
    builder.text(new Feature(), labelOf('nowhere', Number.NaN, 2));
    builder.line(new Feature(), lineOf([1, 2], [Number.NaN, 3]));
    builder.line(new Feature(), lineOf([1, 2], [1e300, 3]));
    builder.point(new Feature(), 1, Infinity, 0);
    const view = viewOf(builder.job);
    const [chunk] = chunksOf(view, 'texts');
    assert.equal(chunk!.texts[0]!.length, 1001);
    assert.equal(view.segment.unplaced, 4);
    assert.deepEqual(chunksOf(view, 'paths'), []);
  });

  it('of a surface is its triangles, without those of a vertex that has no position', () => {
    const builder = new JobBuilder();
    const vertices = Float64Array.of(0, 0, 1, 9, 0, 2, 9, 9, Number.NaN, 0, Number.NaN, 4);
    builder.surface(surfaceOf('S', vertices, Int32Array.of(0, 1, 2, 0, 2, 3)));
    const view = viewOf(builder.job);
    const [mesh] = chunksOf(view, 'mesh');
    assert.deepEqual([...mesh!.triangles], [0, 1, 2]);
    assert.equal(mesh!.height!.at(-1), NO_HEIGHT);
    assert.deepEqual([view.segment.surfaces, view.segment.heights], [['S'], [1, 2]]);
  });

  it('keeps the rings of an area next to each other, however far apart they are', () => {
    const builder = new JobBuilder();
    const area = new Path();
    const square = (east: number, north: number, size: number): void => {
      area.ring();
      for (const [e, n] of [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ] as const)
        area.vertex(east + e * size, north + n * size, 0);
    };
    for (let i = 0; i < 200; i++) {
      area.clear();
      square(0, 0, 1000 + i);
      square(900 - i, 900 - i, 50);
      square(10 + i, 500 + i, 20);
      builder.area(new Feature(), area);
    }
    const [chunk] = chunksOf(viewOf(builder.job), 'paths');
    for (let i = 0; i < 600; i++) {
      assert.equal((chunk!.flags[i]! & PATH_FLAGS.inner) !== 0, i % 3 !== 0);
      assert.equal(chunk!.row[i], chunk!.row[i - (i % 3)]);
    }
  });

  it('shows background drawings in their place, turned and stretched, on separate layers', () => {
    const scene = new JobBuilder();
    const feature = Object.assign(new Feature(), { layer: scene.layer(layerOf('Walls')) });
    scene.line(feature, lineOf([10, 10, 0, 1], [20, 10]));
    scene.text(feature, labelOf('T', 10, 10, { height: 2 }));
    const builder = new JobBuilder();
    builder.point(new Feature(), 500, 500, 0);
    const placement = {
      kind: 'line',
      from: [
        [10, 10],
        [20, 10],
      ],
      to: [
        [500, 500],
        [500, 520],
      ],
      scale: 1,
    } as const;
    builder.drawing({
      ...{ name: 'plan', fileName: 'plan.dxf', format: 'dxf', mediaType: '', sha256: '', read: null, size: 0 },
      ...{ placement, scene: scene.job, source: -1 },
    });
    const view = viewOf(builder.job);
    const [chunk] = chunksOf(view, 'paths');
    assert.deepEqual(placesOf(chunk!), [
      [500, 500],
      [500, 520],
    ]);
    assert.deepEqual([...chunk!.bulges], [1]);
    assert.deepEqual([VIEW_TABLES[chunk!.table[0]!], chunk!.row[0]], ['drawings', 0]);
    const [text] = chunksOf(view, 'texts');
    assert.deepEqual([text!.size[0], text!.rotation[0]], [4, Math.fround(Math.PI / 2)]);
    assert.deepEqual(
      view.segment.layers.map(({ name }) => name),
      ['plan - Walls'],
    );
    assert.deepEqual([view.segment.counts['lines'], view.segment.counts['drawings']], [0, 1]);
  });

  it('has the length of fitted texts, and the lines of hatches, which belong to their area', () => {
    const builder = new JobBuilder();
    builder.text(Object.assign(new Feature(), { attributes: ['fit', '8'] }), labelOf('A', 0, 0, { height: 1 }));
    builder.text(new Feature(), labelOf('B', 5, 0, { height: 1 }));
    const path = new Path();
    for (const [e, n] of [
      [0, 0],
      [10, 0],
      [10, 10],
      [0, 10],
    ] as const)
      path.vertex(e, n, 7);
    builder.area(Object.assign(new Feature(), { attributes: ['hatch', '90 1 0 3 0'] }), path);
    const view = viewOf(builder.job);
    assert.deepEqual(chunksOf(view, 'texts')[0]!.fit, Float32Array.of(8, 0));
    const [chunk] = chunksOf(view, 'paths');
    // The area, and lines at 1, 4 and 7.
    assert.deepEqual([chunk!.ends.length, view.segment.counts['lines'], [...new Set(chunk!.row)]], [4, 0, [0]]);
    assert.ok(chunk!.table.every((table) => VIEW_TABLES[table] === 'areas'));
  });

  it('breaks texts at the width of their column', () => {
    const builder = new JobBuilder();
    const feature = Object.assign(new Feature(), { attributes: ['width', '8'] });
    builder.text(feature, labelOf('one two three', 0, 0, { height: 1 }));
    assert.deepEqual(chunksOf(viewOf(builder.job), 'texts')[0]!.texts, ['one two\nthree']);
  });

  it('of nothing is empty', () => {
    const { segment, chunks } = viewOf(new JobBuilder().job);
    assert.deepEqual([segment.whole, segment.main, segment.levels, chunks], [null, null, [], []]);
  });
});
