import fc from 'fast-check';
import type { Filter, Json } from './ticket-model.ts';

// The steps of random sequences of everything that can be done with tickets: few names and numbers, so that they
// collide.

const pick = <T>(...values: T[]) => fc.constantFrom(...values);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const PROJECTS = ['J1', 'J2'];
const NAMES = ['sand', 'gravel'];
const TIMES = ['2026-01-01T23:30:00Z', '2026-01-02T04:30:00.250Z', '2026-01-02T01:30:00+01:00', '2026-01-03T12:00:00Z'];
const PLATES = ['AB-12', 'ab12', 'CD 3.4'];

/** A ticket's text without its opening: quantities keep their spelling, so no object could hold it. */
const parts = fc.record({
  bridge: pick(0, 1),
  number: fc.integer({ min: 0, max: 4 }),
  quantity: pick('25.40', '25.4', '0.001', '1e2', '-3.5', '0', '12.345'),
  unit: pick('t', 'kg', 'KGM', 'bags', 'Tne'),
  time: maybe(pick(...TIMES)),
  project: maybe(fc.record({ identifier: pick(null, '', ...PROJECTS), description: pick(...PROJECTS, 'é') })),
  product: maybe(fc.record({ identifier: pick(...NAMES), name: pick(null, ...NAMES) })),
  customer: maybe(pick<Json>({ name: 'sand' }, { reference: 'C1', name: 'X' }, { reference: null })),
  plate: maybe(pick(...PLATES)),
  space: pick('', ' ', '\n '),
});
export type Parts = typeof parts extends fc.Arbitrary<infer T> ? T : never;

const patches = pick<Json>(
  {},
  { tripNumber: 7 },
  { tripNumber: null, type: 'x' },
  { nettWeight: { datetime: null } },
  { nettWeight: { datetime: TIMES[3], unit: 'kg' } },
  { nettWeight: { quantity: 0.5 } },
  { project: null },
  { project: { identifier: 'J2', subProjectIdentifier: null } },
  { product: { identifier: null, name: 'gravel' } },
  { vehicle: { licenseplate: 'CD34', owner: { name: 'O' } } },
  { externalId: 'N1' },
  { externalId: 'N3', customer: {} },
);

const filters = fc.record<Filter & { bridge?: number }>(
  {
    bridge: pick(0, 1),
    externalId: pick('N1', 'N2'),
    from: pick(...TIMES),
    to: pick(...TIMES),
    modifiedSince: pick('2026-01-01T00:00:30Z', '2026-01-01T00:05:00Z'),
    project: pick(...PROJECTS),
    product: pick(...NAMES),
    customer: pick('sand', 'C1', 'X'),
    licenseplate: pick(...PLATES),
  },
  { requiredKeys: [] },
);

const tag = pick('none', 'present', 'stale', 'any');
const index = fc.nat({ max: 1000 });
/** One of a caller's actions; `index` chooses among the tickets created before. */
export const steps = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('create' as const), parts }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('batch' as const),
      many: fc.array(parts, { minLength: 1, maxLength: 5 }),
      atomic: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('replace' as const), index, parts, tag }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('patch' as const), index, patch: patches, tag }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), index, tag }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('read' as const), index }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('list' as const), filter: filters, limit: fc.integer({ min: 1, max: 4 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('totals' as const),
      filter: filters,
      by: fc.uniqueArray(pick('day', 'project', 'product', 'customer', 'location'), { minLength: 1 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('stream' as const), filter: filters, csv: fc.boolean() }) },
);
export type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never;
