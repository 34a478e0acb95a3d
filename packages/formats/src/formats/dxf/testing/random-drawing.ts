import fc from 'fast-check';
import { block, drawing, type Groups } from './groups.ts';
import { entity } from './shapes.ts';

const number = fc.oneof(
  fc.integer({ min: -1000, max: 1000 }),
  fc.double({ min: -1e6, max: 1e6, noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
);
const positive = fc.integer({ min: 1, max: 5000 }).map((value) => value / 100);
const angle = fc.integer({ min: -7200, max: 7200 }).map((value) => value / 10);
const bulge = fc.constantFrom(0, 0, 0.5, -1, 0.1234);
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'aZ09 äż%^\\P{}~°'), minLength: 1, maxLength: 40 }),
  fc.constantFrom('%%d 5', '\\U+00B1', 'Öl', '道路', ' x '),
);
/** What any entity may state besides its geometry, in any order. */
const common = fc
  .tuple(
    fc.option(fc.constantFrom<Groups>([8, 'ROAD'], [8, 'Gebäude 1'], [8, '0'])),
    fc.option(fc.integer({ min: 0, max: 256 }).map((index): Groups => [62, index])),
    fc.option(fc.integer({ min: 0, max: 0xffffff }).map((colour): Groups => [420, colour])),
    fc.option(fc.constantFrom<Groups>([6, 'DASHED'], [6, 'ByBlock'], [6, 'BYLAYER'])),
    fc.option(fc.constantFrom<Groups>([370, 25], [370, -1], [370, -2], [370, 211])),
    fc.option(fc.constantFrom<Groups>([60, 1], [67, 1], [39, 2.5], [48, 0.5])),
    fc.option(fc.constantFrom<Groups>([999, 'comment'], [102, '{ACAD_REACTORS', 330, 'FF', 40, 9, 102, '}'])),
    fc.option(fc.constantFrom<Groups>([1001, 'APP', 1000, 'text', 1070, 5, 1040, 2.5], [210, 0, 220, 0, 230, -1])),
  )
  .map((parts): Groups => parts.filter((part) => part !== null).flat());
const at = (code: number): fc.Arbitrary<Groups> =>
  fc
    .tuple(number, number, fc.option(number))
    .map(([e, n, z]): Groups => [code, e, code + 10, n, ...(z === null ? [] : [code + 20, z])]);
const vertices = (type: string, least = 2): fc.Arbitrary<Groups> =>
  fc
    .array(fc.tuple(at(10), bulge), { minLength: least, maxLength: 5 })
    .map(
      (all): Groups => all.flatMap(([place, bend]): Groups => [0, type, ...place, ...(bend === 0 ? [] : [42, bend])]),
    );

function kind(type: string, ...parts: fc.Arbitrary<Groups>[]): fc.Arbitrary<Groups> {
  return fc.tuple(common, ...parts).map(([first, ...rest]): Groups => [0, type, ...first, ...rest.flat()]);
}

const one = (code: number, value: fc.Arbitrary<number | string>): fc.Arbitrary<Groups> =>
  value.map((of): Groups => [code, of]);
const flat = fc
  .array(fc.tuple(number, number, bulge), { minLength: 2, maxLength: 6 })
  .map(
    (all): Groups => [
      90,
      all.length,
      ...all.flatMap(([e, n, b]): Groups => [10, e, 20, n, ...(b === 0 ? [] : [42, b])]),
    ],
  );

/** Entities of the usual types, each complete and in order. */
const entities: fc.Arbitrary<Groups> = fc.oneof(
  kind('LINE', at(10), at(11)),
  kind('POINT', at(10)),
  kind('CIRCLE', at(10), one(40, positive)),
  kind('ARC', at(10), one(40, positive), one(50, angle), one(51, angle)),
  kind('LWPOLYLINE', one(70, fc.constantFrom(0, 1, 128)), one(38, number), flat),
  fc
    .tuple(kind('POLYLINE', one(66, fc.constant(1)), one(70, fc.constantFrom(0, 1, 8, 9))), vertices('VERTEX'))
    .map(([head, rest]) => [...head, ...rest, 0, 'SEQEND']),
  kind(
    'ELLIPSE',
    at(10),
    one(11, positive),
    one(21, number),
    one(40, fc.constantFrom(0.1, 0.5, 1)),
    one(41, fc.constant(0)),
    one(42, fc.constantFrom(1, 3, 6.283185307179586)),
  ),
  kind('3DFACE', at(10), at(11), at(12), at(13)),
  kind('SOLID', at(10), at(11), at(12), at(13)),
  kind('TEXT', at(10), one(40, positive), one(1, text), one(50, angle)),
  kind('MTEXT', at(10), one(40, positive), one(71, fc.integer({ min: 1, max: 9 })), one(3, text), one(1, text)),
  kind(
    'INSERT',
    one(2, fc.constantFrom('INNER', 'OUTER', 'nirgends')),
    at(10),
    one(41, fc.constantFrom(1, -1, 2)),
    one(50, angle),
  ),
  fc
    .tuple(
      kind('INSERT', one(66, fc.constant(1)), one(2, fc.constant('INNER')), at(10)),
      kind('ATTRIB', at(10), one(40, positive), one(1, text), one(2, fc.constantFrom('NR', 'ART'))),
    )
    .map(([head, attribute]): Groups => [...head, ...attribute, 0, 'SEQEND']),
  kind(
    'SPLINE',
    one(70, fc.constant(8)),
    one(71, fc.constant(1)),
    fc.constant<Groups>([40, 0, 40, 0, 40, 1, 40, 1]),
    at(10),
    at(10),
  ),
);

/** Whole drawings with a header, layers, nested blocks and up to `most` entities with unique handles. */
export function randomDrawing(most = 8): fc.Arbitrary<Groups> {
  return fc
    .tuple(fc.array(entities, { minLength: 1, maxLength: most }), fc.constantFrom('AC1009', 'AC1015', 'AC1032'))
    .map(([all, version]) =>
      drawing(
        [
          block(
            'INNER',
            entity('LINE 8 0 62 0 10 0 20 0 30 0 11 1 21 2 31 3'),
            entity('ARC 8 ROAD 10 1 20 1 40 2 50 10 51 200'),
          ),
          block('OUTER', entity('INSERT 8 0 2 INNER 10 5 20 5 41 2 50 30'), entity('POINT 8 0 10 1 20 1 30 1')),
        ],
        all.map((groups, i): Groups => [groups[0]!, groups[1]!, 5, (i + 256).toString(16), ...groups.slice(2)]),
        [9, '$ACADVER', 1, version, 9, '$DWGCODEPAGE', 3, 'UTF-8', 9, '$INSUNITS', 70, 6],
        [...entity('TABLE 2 LAYER 70 1'), ...entity('LAYER 2 ROAD 70 0 62 1 6 CONTINUOUS'), 0, 'ENDTAB'],
      ),
    );
}
