import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JobBuilder } from '../builder.ts';
import { emitJob } from '../emit.ts';
import { Feature } from '../feature.ts';
import { Path } from '../geometry/path.ts';
import { layerOf } from '../layer.ts';
import { surfaceOf } from '../surface.ts';
import { labelOf } from '../tables/text-table.ts';
import { countsOf } from './counts.ts';
import { EntryTable } from './entry-table.ts';
import { FilterSink } from './filter-sink.ts';
import { ReportSink } from './report-sink.ts';
import { MOST_ENTRIES, OTHERS, pointRange, type Selection } from './selection.ts';

function sample(): JobBuilder {
  const builder = new JobBuilder();
  const feature = new Feature();
  const kerb = builder.layer(layerOf('KERB'));
  const trees = builder.layer(layerOf('TREES'));
  builder.layer(layerOf('EMPTY'));
  for (let i = 0; i < 5; i++) {
    feature.reset();
    feature.layer = trees;
    feature.name = String(998 + i);
    feature.code = i < 2 ? 'OAK' : 'ELM';
    builder.point(feature, i, 10 * i, 100);
  }
  const path = new Path();
  path.vertex(0, 0, 1);
  path.vertex(50, 50, 2);
  feature.reset().layer = kerb;
  builder.line(feature, path);
  feature.block = 'SIGN';
  feature.page = 2;
  builder.text(feature, labelOf('A', 3, 4));
  const vertices = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
  builder.surface(surfaceOf('ground', vertices, Int32Array.of(0, 1, 2), { layer: kerb }));
  return builder;
}

function report(builder: JobBuilder): ReportSink {
  const sink = new ReportSink();
  emitJob(builder.job, sink);
  return sink;
}

function filtered(builder: JobBuilder, selection: Selection): JobBuilder {
  const target = new JobBuilder();
  emitJob(builder.job, new FilterSink(target, selection));
  return target;
}

/** The report's selection with some entries deselected. */
function without(builder: JobBuilder, group: string, ...names: string[]): Selection {
  const groups = report(builder).selection();
  for (const entry of groups.find((candidate) => candidate.group === group)!.entries) {
    if (names.includes(entry.name)) entry.selected = false;
  }
  return { groups };
}

test('the report counts the content of the builder', () => {
  const builder = sample();
  const sink = report(builder);
  assert.deepEqual(sink.counts, countsOf(builder.job));
  assert.deepEqual(sink.extent.box(), {
    minEasting: 0,
    minNorthing: 0,
    maxEasting: 50,
    maxNorthing: 50,
    minElevation: 0,
    maxElevation: 100,
  });
  const names = (group: string): string[] =>
    sink
      .selection()
      .find((g) => g.group === group)
      ?.entries.map((e) => `${e.name} ${e.kind} ${e.count}`) ?? [];
  assert.deepEqual(names('layers'), ['KERB line 1', 'KERB text 1', 'KERB surface 1', 'TREES point 5']);
  assert.deepEqual(names('codes'), ['ELM point 3', 'OAK point 2']);
  assert.deepEqual(names('pointRanges'), ['0–999 point 2', '1000–1999 point 3']);
  assert.deepEqual(names('pages'), ['2 text 1']);
  assert.deepEqual(names('blocks'), ['SIGN text 1']);
});

test('an untouched selection passes everything in the same order', () => {
  const builder = sample();
  const target = filtered(builder, { groups: report(builder).selection() });
  assert.deepEqual(target.job, builder.job);
});

test('every deselected entry leaves out exactly what the report counted for it', () => {
  const builder = sample();
  for (const { group, entries } of report(builder).selection()) {
    for (const entry of entries) {
      const groups = report(builder).selection();
      const same = groups
        .find((g) => g.group === group)!
        .entries.find((e) => e.name === entry.name && e.kind === entry.kind)!;
      same.selected = false;
      const kinds = (sink: JobBuilder): number =>
        report(sink)
          .selection()[0]!
          .entries.find((e) => e.kind === entry.kind)?.count ?? 0;
      assert.equal(
        kinds(builder) - kinds(filtered(builder, { groups })),
        entry.count,
        `${group} ${entry.name} ${entry.kind}`,
      );
    }
  }
});

test('a layer with nothing on it selected is left out, an empty layer stays', () => {
  const target = filtered(sample(), without(sample(), 'layers', 'TREES'));
  assert.deepEqual(
    Array.from(target.job.layers, ({ name }) => name),
    ['EMPTY', 'KERB'],
  );
  assert.equal(target.job.layers.name(target.job.lines.layer.get(0)), 'KERB');
});

test('bounds keep everything that touches them whole', () => {
  const selection = { groups: [], bounds: { minEasting: 2, minNorthing: 15, maxEasting: 3, maxNorthing: 35 } };
  const target = filtered(sample(), selection);
  assert.deepEqual([target.job.points.length, target.job.lines.length, target.job.texts.length], [2, 1, 0]);
});

test('point names fall into ranges by their number alone', () => {
  assert.equal(pointRange('A17'), 'A0–A999');
  assert.equal(pointRange('1204'), '1000–1999');
  assert.equal(pointRange('BM'), '(no number)');
  assert.equal(pointRange('9'.repeat(40)), '(no number)');
});

test('a group with too many names gathers the rest, and the filter treats them as one', () => {
  const table = new EntryTable();
  const builder = new JobBuilder();
  const feature = new Feature();
  for (let i = 0; i < MOST_ENTRIES + 10; i++) {
    feature.code = `C${i}`;
    builder.point(feature, 0, 0, 0);
    table.count('codes', feature.code, 'point', report(new JobBuilder()).extent);
  }
  const entries = table.groups()[0]!.entries;
  assert.equal(entries.length, MOST_ENTRIES + 1);
  assert.equal(entries.find(({ name }) => name === OTHERS)!.count, 10);
  assert.equal(filtered(builder, without(builder, 'codes', OTHERS)).job.points.length, MOST_ENTRIES);
});
