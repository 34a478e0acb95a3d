import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type FieldJob, Path, type PathTable } from '@fieldbridge/fieldjob';
import { codesOf, imported } from '@fieldbridge/formats/testing/journeys.ts';
import { LimitError } from '../../core/failure.ts';
import { tryRead } from '../points/testing/journey.ts';
import { geojson } from './format.ts';

const feature = (geometry: unknown, properties: unknown = {}, rest: object = {}): object => ({
  ...{ type: 'Feature', geometry, properties },
  ...rest,
});
const collection = (...features: unknown[]): string => JSON.stringify({ type: 'FeatureCollection', features });
const read = (...features: unknown[]) => tryRead(collection(...features), { format: geojson });

/** Vertices of a row, ring by ring, without elevations. */
function ringsOf(table: PathTable, row = 0): number[][] {
  const path = table.loadPath(row, new Path());
  return path.rings.map((from, i) =>
    Array.from({ length: path.ringEnd(i) - from }, (_, k) =>
      Array.from(path.coordinates.subarray(3 * (from + k), 3 * (from + k) + 2)),
    ).flat(),
  );
}
const counts = ({ points, lines, areas }: FieldJob): number[] => [points.length, lines.length, areas.length];

const SQUARE = [
  [0, 0],
  [9, 0],
  [9, 9],
  [0, 9],
  [0, 0],
];
const HOLE = [
  [2, 2],
  [2, 4],
  [4, 4],
  [2, 2],
];
const FAR = SQUARE.map(([e, n]) => [e! + 50, n!]);

describe('a geometry of RFC 7946', () => {
  /** Geometry, then the points, lines and areas made from it. */
  const GEOMETRIES: readonly (readonly [type: string, content: unknown, made: readonly number[]])[] = [
    ['Point', [1, 2], [1, 0, 0]],
    ['MultiPoint', [[1, 2]], [1, 0, 0]],
    // The examples of appendix A.
    ['Point', [100, 0], [1, 0, 0]],
    ['LineString', SQUARE.slice(0, 2), [0, 1, 0]],
    ['Polygon', [SQUARE], [0, 0, 1]],
    ['Polygon', [SQUARE, HOLE], [0, 0, 1]],
    ['MultiPoint', SQUARE, [5, 0, 0]],
    ['MultiLineString', [SQUARE, HOLE], [0, 2, 0]],
    ['MultiPolygon', [[SQUARE, HOLE], [FAR]], [0, 0, 1]],
  ];
  for (const [type, coordinates, made] of GEOMETRIES) {
    it(`${type} of ${JSON.stringify(coordinates).length} characters is read alone, in a feature and in a collection`, async () => {
      const geometry = { type, coordinates };
      for (const text of [JSON.stringify(geometry), JSON.stringify(feature(geometry)), collection(feature(geometry))]) {
        const { job, issues, tally } = await tryRead(text, { format: geojson });
        assert.deepEqual(counts(job), made, text);
        assert.deepEqual(codesOf(issues), []);
        const all = made.reduce((sum, one) => sum + one);
        assert.deepEqual(tally.rows(), [{ type, space: 'model', found: 1, read: 1, expanded: all - 1, skipped: 0 }]);
      }
    });
  }

  it('collection gives all its geometries, nested ones included, each with the properties of the feature', async () => {
    const inner = { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [3, 4] }] };
    const geometries = [{ type: 'Point', coordinates: [1, 2] }, { type: 'LineString', coordinates: SQUARE }, inner];
    const { job, tally } = await read(feature({ type: 'GeometryCollection', geometries }, { code: 'K' }));
    assert.deepEqual(counts(job), [2, 1, 0]);
    assert.deepEqual([job.points.code.get(0), job.points.code.get(1), job.lines.code.get(0)], ['K', 'K', 'K']);
    assert.deepEqual(
      tally.rows().map(({ read: one, expanded }) => [one, expanded]),
      [[1, 2]],
    );
  });

  it('has its rings without the repeated vertex, holes and parts after the outer ring, in order', async () => {
    const { job } = await read(feature({ type: 'MultiPolygon', coordinates: [[SQUARE, HOLE], [FAR]] }));
    assert.deepEqual(ringsOf(job.areas), [
      [0, 0, 9, 0, 9, 9, 0, 9],
      [2, 2, 2, 4, 4, 4],
      [50, 0, 59, 0, 59, 9, 50, 9],
    ]);
  });

  it('with rings in the other direction, or unclosed, is read nevertheless (§3.1.6)', async () => {
    const open = [...SQUARE].reverse().slice(1);
    const { job, issues } = await read(feature({ type: 'Polygon', coordinates: [open] }));
    assert.deepEqual(ringsOf(job.areas), [[0, 9, 9, 9, 9, 0, 0, 0]]);
    assert.deepEqual(codesOf(issues), []);
  });

  it('with empty rings has no rings', async () => {
    for (const rings of [
      [[], SQUARE],
      [SQUARE, []],
      [SQUARE, [], HOLE, []],
      [[], [], SQUARE, [], []],
    ]) {
      const { job } = await read(feature({ type: 'Polygon', coordinates: rings }));
      const expected = rings.filter(({ length }) => length > 0).map((ring) => ring.length - 1);
      assert.deepEqual(
        ringsOf(job.areas).map(({ length }) => length / 2),
        expected,
      );
    }
  });

  it('across the antimeridian is read unchanged, in two parts or one (§3.1.9)', async () => {
    const parts = [
      [
        [170, 45],
        [180, 45],
      ],
      [
        [-180, 45],
        [-170, 45],
      ],
    ];
    const { job } = await read(
      feature({ type: 'MultiLineString', coordinates: parts }),
      feature({
        type: 'LineString',
        coordinates: [
          [170, 45],
          [190, 45],
        ],
      }),
    );
    assert.equal(job.lines.length, 3);
    assert.deepEqual(ringsOf(job.lines, 2), [[170, 45, 190, 45]]);
  });
});

describe('a position', () => {
  describe('has an elevation if stated; further numbers are ignored (§3.1.1)', () => {
    for (const [position, elevation] of [
      [[1, 2], Number.NaN],
      [[1, 2, 3.5], 3.5],
      [[1, 2, -0.25, 77, 'm'], -0.25],
      [[1, 2, null], Number.NaN],
      [[1, 2, '3'], Number.NaN],
      [[1, 2, 0], 0],
    ] as const)
      it(String(position), async () => {
        const { job } = await read(feature({ type: 'Point', coordinates: position }));
        assert.deepEqual(Array.from(job.points.coordinates.view()), [1, 2, elevation], JSON.stringify(position));
      });
  });

  it('that is invalid loses its part of the geometry, which is counted if other parts remain', async () => {
    const bad = [[], [1], ['1', '2'], [null, 1], 'x', 7, null, { 0: 1, 1: 2 }];
    const { job, issues, tally } = await read(
      feature({ type: 'MultiPoint', coordinates: [[1, 2], ...bad] }),
      feature({
        type: 'MultiLineString',
        coordinates: [
          SQUARE,
          [[0, 0]],
          [
            [0, 0],
            ['a', 1],
          ],
          null,
        ],
      }),
      feature({
        type: 'GeometryCollection',
        geometries: [null, { type: 'Point', coordinates: [1, 2] }, { type: 'Circle' }],
      }),
    );
    assert.deepEqual(counts(job), [2, 1, 0]);
    assert.deepEqual(
      issues.summary().map(({ code, severity, count }) => [code, severity, count]),
      [8, 3, 2].map((count) => ['geometry-part-unreadable', 'warning', count]),
      'each type apart',
    );
    assert.deepEqual(
      tally.rows().map(({ found, read: one, skipped }) => [found, one, skipped]),
      [
        [1, 1, 0],
        [1, 1, 0],
        [1, 1, 0],
      ],
    );
  });

  it('with only invalid parts makes its feature be skipped and reported', async () => {
    const texts = ['[1e999,2]', '[1,-1e999]'].map((c) => `{"type":"Point","coordinates":${c}}`);
    for (const text of [
      ...texts,
      '{"type":"MultiPoint","coordinates":[]}',
      '{"type":"MultiPoint","coordinates":[[]]}',
    ]) {
      const { job, issues, tally } = await tryRead(text, { format: geojson });
      assert.deepEqual([counts(job), codesOf(issues)], [[0, 0, 0], ['geometry-unreadable']], text);
      assert.equal(tally.rows()[0]!.skipped, 1);
    }
  });
});

describe('a feature', () => {
  it('without a position, with an empty geometry or of unknown type is skipped, the others are read', async () => {
    const good = feature({ type: 'Point', coordinates: [1, 2] });
    const odd = [
      feature(null),
      { type: 'Feature' },
      feature({ type: 'Point', coordinates: [] }),
      feature({
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [1, 1],
          ],
        ],
      }),
      feature({ type: 'LineString', coordinates: [[0, 0]] }),
      feature({ type: 'Curve', coordinates: SQUARE }),
      feature({ type: 'point', coordinates: [1, 2] }),
      feature([1, 2]),
      null,
      'Feature',
      [good],
    ];
    const { job, issues, tally } = await read(...odd, good);
    assert.deepEqual(counts(job), [1, 0, 0]);
    const skipped = tally.rows().reduce((sum, row) => sum + row.skipped, 0);
    assert.equal(skipped, odd.length);
    assert.equal(issues.count('feature-without-geometry') + issues.count('geometry-unreadable'), odd.length);
  });

  describe('is named by its name, else by the name of other programs, else by its id', () => {
    for (const [properties, id, name, attributes] of [
      [{ name: 'a', Name: 'b', id: 3 }, 'c', 'a', ['Name', 'b', 'id', '3']],
      [{ Name: 'b', ID: 4 }, 'c', 'b', ['ID', '4']],
      [{ title: 't' }, 'c', 't', []],
      [{ name: '' }, 'c', 'c', []],
      [{ name: null }, 12, '12', []],
      [{}, 0, '0', []],
      [{}, { a: 1 }, '', []],
      [null, true, '', []],
    ] as const)
      it(JSON.stringify(properties), async () => {
        const { job } = await read(feature({ type: 'Point', coordinates: [1, 2] }, properties, { id }));
        assert.equal(job.points.name.get(0), name, JSON.stringify([properties, id]));
        assert.deepEqual(job.points.attributes.get(0), attributes);
      });
  });

  it('keeps every property: of any type, name and length', async () => {
    const properties = {
      ...{ text: 'a', yes: true, no: false, nothing: null, whole: -0, real: 1.5e-7, list: ['x'], empty: '' },
      ...{
        object: { a: [1, { b: null }] },
        constructor: 'c',
        toString: 't',
        'attribute:name': 'n',
        ['ключ']: '値\u0000😀',
      },
    };
    const text = collection(feature({ type: 'Point', coordinates: [1, 2] }, properties)).replace(
      '"text"',
      '"__proto__":"p","text"',
    );
    const { job } = await tryRead(text, { format: geojson });
    assert.deepEqual(job.points.attributes.get(0), [
      ...['__proto__', 'p', 'text', 'a', 'yes', 'true', 'no', 'false', 'whole', '0', 'real', '1.5e-7'],
      ...['empty', '', 'object', '{"a":[1,{"b":null}]}', 'constructor', 'c', 'toString', 't', 'name', 'n'],
      ...['ключ', '値\u0000😀'],
    ]);
    assert.equal(job.points.list.get(0), '["x"]');
  });

  it('keeps identifiers with more digits than a double', async () => {
    const numbers =
      '"id":"x","a":12345678901234567890,"b":-9007199254740993,"c":9007199254740991,"d":1e400,"e":0.1,"f":[12345678901234567890]';
    const one = `{"type":"Feature","id":98765432109876543210,"geometry":{"type":"Point","coordinates":[1,2]},"properties":{${numbers.replace('"id":"x",', '')}}}`;
    const expected = [
      'a',
      '12345678901234567890',
      'b',
      '-9007199254740993',
      'c',
      '9007199254740991',
      'd',
      '1e400',
      'e',
      '0.1',
    ];
    for (const text of [one, `{"type":"FeatureCollection","features":[${one}]}`, `${one}\n${one}`]) {
      const { job } = await tryRead(text, { format: geojson });
      for (let row = 0; row < job.points.length; row++) {
        assert.equal(job.points.name.get(row), '98765432109876543210');
        assert.deepEqual(job.points.attributes.get(row).slice(0, 10), expected);
        assert.deepEqual([job.points.easting(row), job.points.northing(row)], [1, 2]);
      }
    }
  });

  it('keeps the last of two members with one name, like JSON.parse', async () => {
    const text =
      '{"type":"Feature","geometry":null,"geometry":{"type":"Point","coordinates":[1,2]},"properties":{"a":1,"a":2}}';
    const { job } = await tryRead(text, { format: geojson });
    assert.deepEqual(job.points.attributes.get(0), ['a', '2']);
  });
});

describe('the members around the features', () => {
  it('has elevations that are finite numbers, and reports the others', async () => {
    const text = collection(
      feature({ type: 'Point', coordinates: [1, 2, 3] }),
      feature({ type: 'Point', coordinates: [1, 2, '3'] }),
      feature({ type: 'Point', coordinates: [1, 2, null] }),
      feature({
        type: 'LineString',
        coordinates: [
          [1, 2, 4],
          [3, 4, 'HUGE'],
          [5, 6],
        ],
      }),
    ).replace('"HUGE"', '1e999');
    const { job, issues } = await tryRead(text, { format: geojson, options: { heights: 'elevation' } });
    const elevations = [job.points, job.lines].map(({ coordinates }) =>
      coordinates.view().filter((_, i) => i % 3 === 2),
    );
    assert.deepEqual(elevations, [
      Float64Array.of(3, Number.NaN, Number.NaN),
      Float64Array.of(4, Number.NaN, Number.NaN),
    ]);
    const [reported, ...others] = issues.summary();
    assert.deepEqual(
      [reported?.code, reported?.severity, reported?.count, reported?.parameters, others],
      ['elevation-unreadable', 'warning', 2, { value: '3' }, []],
    );
  });

  it('closes a line that ends at its start, not one that ends above it', async () => {
    const round = (...last: unknown[]): object =>
      feature({
        type: 'LineString',
        coordinates: [
          [0, 0, 1],
          [5, 0, 2],
          [5, 5, 3],
          [0, 0, ...last],
        ],
      });
    const { job } = await read(round(1), round(9), round());
    const path = new Path();
    const found = [0, 1, 2].map((row) => {
      const { closed, count, coordinates } = job.lines.loadPath(row, path);
      return [closed, count, coordinates[3 * count - 1]];
    });
    assert.deepEqual(found, [
      [true, 3, 3],
      [false, 4, 9],
      [false, 4, Number.NaN],
    ]);
  });

  it('may include bounding boxes and foreign members, which are ignored (§5, §6.1)', async () => {
    const point = feature(
      { type: 'Point', coordinates: [1, 2], bbox: [1, 2, 1, 2] },
      {},
      { bbox: [0, 0, 1, 1], style: {} },
    );
    const text = JSON.stringify({
      ...{ bbox: [0, 0, 5, 5], name: 'Site', '@context': { a: [1, '}]'] }, generator: '{"type":' },
      ...{ type: 'FeatureCollection', features: [point], timestamp: null },
    });
    const { job, issues } = await tryRead(text, { format: geojson });
    assert.deepEqual([counts(job), job.info.name, codesOf(issues)], [[1, 0, 0], 'Site', []]);
  });

  it('may follow them: the system, the type and the name', async () => {
    const text = `{"features":[${JSON.stringify(feature({ type: 'Point', coordinates: [500000, 1] }))}],"name":"N","crs":{"type":"name","properties":{"name":"EPSG:25832"}},"type":"FeatureCollection"}`;
    const { job } = await tryRead(text, { format: geojson });
    assert.deepEqual([job.info.crs, job.info.name, counts(job)], [{ kind: 'epsg', code: 25832 }, 'N', [1, 0, 0]]);
  });

  it('names a system in the notation of any program, and is a local grid if it is unknown', async () => {
    const reported = async (crs: unknown, options = {}): Promise<unknown[]> => {
      const point = feature({ type: 'Point', coordinates: [1, 2] });
      const text = JSON.stringify({ type: 'FeatureCollection', crs, features: [point] });
      const { job, issues } = await tryRead(text, { format: geojson, options });
      return [job.info.crs, ...codesOf(issues)];
    };
    const crsOf = async (crs: unknown): Promise<unknown> => (await reported(crs))[0];
    const named = (name: unknown): object => ({ type: 'name', properties: { name } });
    for (const name of ['EPSG:25832', 'urn:ogc:def:crs:EPSG::25832', 'urn:ogc:def:crs:EPSG:9.6.1:25832', 'epsg:25832'])
      assert.deepEqual(await crsOf(named(name)), { kind: 'epsg', code: 25832 }, name);
    for (const odd of [
      null,
      {},
      'EPSG:25832',
      named(25832),
      named('EPSG:'),
      { type: 'link', properties: { href: 'x' } },
      [],
    ])
      assert.deepEqual(
        await reported(odd),
        [{ kind: 'local' }, ...(odd === null ? [] : ['geojson-crs-unknown'])],
        JSON.stringify(odd),
      );
    assert.deepEqual(await reported(named('EPSG:'), { crs: '25832' }), [{ kind: 'local' }]);
  });

  it('is refused if it exceeds a limit: features made from one geometry count like others', async () => {
    const many = { type: 'MultiPoint', coordinates: Array.from({ length: 50 }, () => [1, 2]) };
    for (const geometry of [many, { type: 'GeometryCollection', geometries: [many] }]) {
      const text = collection(feature(geometry));
      await tryRead(text, { format: geojson, limits: { features: 50 } });
      await assert.rejects(tryRead(text, { format: geojson, limits: { features: 49 } }), (error) => {
        assert.ok(error instanceof LimitError && error.limit === 'features', String(error));
        return true;
      });
    }
  });

  it('determines the status of an import: only omissions make it a partial success', async () => {
    const whole = await imported(collection(feature({ type: 'Point', coordinates: [1, 2] })), 'a.json');
    assert.equal(whole.issues.has('warning') || whole.issues.has('error'), false);
    const lossy = await imported(collection(feature({ type: 'MultiPoint', coordinates: [[1, 2], []] })), 'a.json');
    assert.equal(lossy.issues.has('warning'), true);
  });
});
