import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arbitraryJob } from '@fieldbridge/fieldjob/testing/arbitrary-job.ts';
import { walk } from '@fieldbridge/fieldjob/testing/path-walk.ts';
import { assertSameJob, plainJob } from '@fieldbridge/fieldjob/testing/same-job.ts';
import fc from 'fast-check';
import { alignmentOf } from '../alignment.ts';
import { JobBuilder } from '../builder.ts';
import { emitJob } from '../emit.ts';
import { Feature } from '../feature.ts';
import { Path } from '../geometry/path.ts';
import type { FieldJob } from '../job.ts';
import { layerOf } from '../layer.ts';
import { countsOf } from './counts.ts';
import { FilterSink } from './filter-sink.ts';
import { ReportSink } from './report-sink.ts';
import { GROUPS, pointRange, type Selection, type SelectionGroup, type SelectionKind } from './selection.ts';

/** A thing of a job as a selection sees it: the entries that list it, by group. */
interface Listed {
  readonly kind: SelectionKind;
  readonly listedIn: readonly (readonly [group: string, name: string])[];
}

function reportOf(job: FieldJob): ReportSink {
  const sink = new ReportSink();
  emitJob(job, sink);
  return sink;
}

function filtered(job: FieldJob, selection: Selection): FieldJob {
  const builder = new JobBuilder();
  emitJob(job, new FilterSink(builder, selection));
  return builder.job;
}

/** All things of a job in the order of its kinds, from the tables, not from a sink. */
function things(job: FieldJob): Listed[] {
  const layer = (index: number): [string, string][] => (index < 0 ? [] : [['layers', job.layers.name(index)]]);
  const code = (name: string): [string, string][] => (name === '' ? [] : [['codes', name]]);
  const found: Listed[] = [];
  const add = (kind: SelectionKind, ...listedIn: [string, string][]): void => {
    found.push({ kind, listedIn: [['kinds', kind], ...listedIn] });
  };
  for (const [kind, table] of [
    ['point', job.points],
    ['line', job.lines],
    ['area', job.areas],
    ['text', job.texts],
  ] as const) {
    for (let row = 0; row < table.length; row++) {
      const { layer: at, code: coded, name, page, block } = table.load(row, new Feature());
      const range: [string, string][] = kind === 'point' ? [['pointRanges', pointRange(name)]] : [];
      const pages: [string, string][] = page > 0 ? [['pages', String(page)]] : [];
      const blocks: [string, string][] = block === '' ? [] : [['blocks', block]];
      add(kind, ...layer(at), ...code(coded), ...range, ...pages, ...blocks);
    }
  }
  for (const one of job.surfaces) add('surface', ...layer(one.layer), ...code(one.code), ['surfaces', one.name]);
  for (const one of job.alignments) add('alignment', ...layer(one.layer), ...code(one.code), ['alignments', one.name]);
  for (const _ of job.planes) add('plane');
  for (const one of job.controlPoints) add('controlPoint', ...code(one.code));
  for (const one of job.codes) add('code', ...code(one.name));
  for (const _ of job.drawings) add('drawing');
  for (const _ of job.observations) add('observation');
  return found;
}

const tally = (names: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
};

test('the report lists every thing under each of its names, and nothing else', () => {
  fc.assert(
    fc.property(arbitraryJob(), (job) => {
      const report = reportOf(job);
      const expected = tally(
        things(job).flatMap(({ kind, listedIn }) => listedIn.map((entry) => `${entry.join(' ')} ${kind}`)),
      );
      const listed = report
        .selection()
        .flatMap(({ group, entries }) =>
          entries.map(({ name, kind, count }) => [`${group} ${name} ${kind}`, count] as const),
        );
      assert.equal(new Set(listed.map(([entry]) => entry)).size, listed.length, 'an entry is listed twice');
      assert.deepEqual(Object.fromEntries(listed), expected);
      assert.deepEqual(report.counts, countsOf(job));
      const order = report.selection().map(({ group }) => GROUPS.indexOf(group));
      assert.deepEqual(
        order,
        [...order].sort((a, b) => a - b),
      );
    }),
    { numRuns: 60 },
  );
});

/** A selection with the entries deselected that the generated bits pick. */
function deselected(groups: SelectionGroup[], bits: readonly boolean[]): Set<string> {
  const off = new Set<string>();
  let at = 0;
  for (const { group, entries } of groups) {
    for (const entry of entries) {
      entry.selected = bits[at++ % bits.length]!;
      if (!entry.selected) off.add(`${group} ${entry.name} ${entry.kind}`);
    }
  }
  return off;
}

test('a thing passes if no group that lists it has it deselected, whatever is deselected', () => {
  const bits = fc.array(
    fc.nat(4).map((n) => n > 0),
    { minLength: 1, maxLength: 40 },
  );
  fc.assert(
    fc.property(arbitraryJob(), bits, (job, drawn) => {
      const groups = reportOf(job).selection();
      const off = deselected(groups, drawn);
      const comesIn = ({ kind, listedIn }: Listed): boolean =>
        listedIn.every((entry) => !off.has(`${entry.join(' ')} ${kind}`));
      const target = filtered(job, { groups });
      assert.deepEqual(
        things(target).map(({ kind, listedIn }) => `${kind} ${listedIn.join()}`),
        things(job)
          .filter(comesIn)
          .map(({ kind, listedIn }) => `${kind} ${listedIn.join()}`),
      );
      // A layer stays if something on it passed, or if the report listed nothing on it.
      const names = (of: FieldJob): string[] =>
        things(of).flatMap(({ listedIn }) => listedIn.filter(([g]) => g === 'layers').map(([, n]) => n));
      const before = new Set(names(job));
      const after = new Set(names(target));
      assert.deepEqual(
        new Set(Array.from(target.layers, ({ name }) => name)),
        new Set(
          Array.from(job.layers, ({ name }) => name).filter(
            (name) => !before.has(name) || after.has(name) || off.size === 0,
          ),
        ),
      );
    }),
    { numRuns: 80 },
  );
});

test('filtering once more with the same selection changes nothing', () => {
  const bits = fc.array(fc.boolean(), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(arbitraryJob({ kinds: ['points', 'lines', 'surfaces', 'codes'] }), bits, (job, drawn) => {
      const groups = reportOf(job).selection();
      deselected(groups, drawn);
      const once = filtered(job, { groups });
      assertSameJob(filtered(once, { groups }), once);
    }),
    { numRuns: 40 },
  );
});

test('the filter returns features to the reader unchanged', () => {
  const next = new JobBuilder();
  next.layer(layerOf('already there'));
  const sink = new FilterSink(next, { groups: [] });
  const feature = new Feature();
  feature.layer = sink.layer(layerOf('KERB'));
  sink.point(feature, 0, 0, 0);
  assert.equal(feature.layer, 0, 'the reader counts layers starting with its own');
  assert.equal(next.job.layers.name(next.job.points.layer.get(0)), 'KERB');
});

test('layers that differ only in case are one layer, listed and chosen by the first spelling', () => {
  const job = new JobBuilder();
  const both = [layerOf('Kerb'), layerOf('KERB')];
  const report = new ReportSink();
  for (const sink of [job, report]) {
    for (const layer of both) {
      const feature = new Feature();
      feature.layer = sink.layer(layer);
      sink.point(feature, 0, 0, 0);
    }
  }
  const [entry, ...rest] = report.selection().find(({ group }) => group === 'layers')!.entries;
  assert.deepEqual([entry?.name, entry?.count, rest.length], ['Kerb', 2, 0]);
  const groups = report.selection();
  for (const { group, entries } of groups) if (group === 'layers') for (const one of entries) one.selected = false;
  const target = new JobBuilder();
  const filter = new FilterSink(target, { groups });
  for (const layer of both) {
    const feature = new Feature();
    feature.layer = filter.layer(layer);
    filter.point(feature, 0, 0, 0);
  }
  assert.equal(target.job.points.length, 0);
});

const corner = fc.integer({ min: -60, max: 60 });
const grid = fc.integer({ min: -50, max: 50 });
const box = fc.tuple(corner, corner, corner, corner).map(([a, b, c, d]) => ({
  minEasting: Math.min(a, c),
  maxEasting: Math.max(a, c),
  minNorthing: Math.min(b, d),
  maxNorthing: Math.max(b, d),
}));

test('bounds include things that extend into them, with the bulge of arcs, and exclude things outside', () => {
  const shape = {
    kinds: ['points', 'lines', 'areas', 'texts', 'surfaces', 'planes', 'controlPoints'] as const,
    coordinate: grid,
  };
  fc.assert(
    fc.property(arbitraryJob({ ...shape, kinds: [...shape.kinds], fewestVertices: 2 }), box, (job, bounds) => {
      const kept = (of: FieldJob, kind: string): string[] =>
        (plainJob(of)[kind] as object[]).map((one) => JSON.stringify(one));
      const target = filtered(job, { groups: [], bounds });
      /** Whether a set of places has a box that touches the bounds. */
      const reaches = (places: readonly { easting: number; northing: number }[]): boolean => {
        const e = places.map(({ easting }) => easting);
        const n = places.map(({ northing }) => northing);
        if (places.length === 0) return true;
        return (
          Math.min(...e) <= bounds.maxEasting &&
          Math.max(...e) >= bounds.minEasting &&
          Math.min(...n) <= bounds.maxNorthing &&
          Math.max(...n) >= bounds.minNorthing
        );
      };
      for (const kind of ['points', 'planes', 'controlPoints'] as const) {
        const all = plainJob(job)[kind] as { easting: number; northing: number }[];
        assert.deepEqual(
          kept(target, kind),
          all.filter((one) => reaches([one])).map((one) => JSON.stringify(one)),
          kind,
        );
      }
      for (const kind of ['lines', 'areas'] as const) {
        const all = kept(job, kind);
        const left = new Set(kept(target, kind));
        all.forEach((line, row) => {
          const path = job[kind].loadPath(row, new Path());
          if (reaches(walk(path, kind === 'areas', 64))) assert.ok(left.has(line), `${kind} ${row} is missing`);
        });
        assert.ok(left.size <= all.length);
      }
    }),
    { numRuns: 60 },
  );
});

test('an alignment extends to the end of its last element, not only to its start', () => {
  const straight = {
    kind: 'straight' as const,
    startStation: 0,
    length: 100,
    startEasting: 0,
    startNorthing: 0,
    azimuth: Math.PI / 2,
    startRadius: Infinity,
    endRadius: Infinity,
  };
  const arc = { ...straight, kind: 'arc' as const, startRadius: 50, endRadius: 50, length: 50 * Math.PI };
  const extents = [straight, arc].map((element) => {
    const report = new ReportSink();
    report.alignment(alignmentOf('axis', { horizontal: [element] }));
    return report.extent.box()!;
  });
  const rounded = extents.map(({ minEasting, minNorthing, maxEasting, maxNorthing }) =>
    [minEasting, minNorthing, maxEasting, maxNorthing].map((v) => Math.round(v * 10) / 10 + 0),
  );
  // The arc starts eastward and turns right: a half circle through the point 50 east, back to 100 south.
  assert.deepEqual(rounded, [
    [0, 0, 100, 0],
    [0, -100, 50, 0],
  ]);
  const target = new JobBuilder();
  const around = { minEasting: 90, minNorthing: -5, maxEasting: 95, maxNorthing: 5 };
  new FilterSink(target, { groups: [], bounds: around }).alignment(alignmentOf('axis', { horizontal: [straight] }));
  assert.equal(target.job.alignments.length, 1);
});
