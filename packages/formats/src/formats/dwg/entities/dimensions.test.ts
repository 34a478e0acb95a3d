import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type FieldJob, Path } from '@fieldbridge/fieldjob';
import { type Document, documentOf, handOver, type Mark } from '../testing/handed.ts';
import { library } from '../testing/library.ts';

const { XYZ } = library;
type Dimension = InstanceType<typeof library.DimensionLinear>;
const at = (x: number, y: number): InstanceType<typeof XYZ> => new XYZ(x, y, 0);

/** One dimension of each kind, with what it shows. */
const KINDS: readonly (readonly [name: string, text: string, make: () => unknown])[] = [
  [
    'linear',
    '6',
    () =>
      Object.assign(new library.DimensionLinear(), {
        firstPoint: at(0, 0),
        secondPoint: at(8, 6),
        definitionPoint: at(10, 3),
        rotation: Math.PI / 2,
      }),
  ],
  [
    'aligned',
    '10',
    () =>
      Object.assign(new library.DimensionAligned(), {
        firstPoint: at(0, 0),
        secondPoint: at(8, 6),
        definitionPoint: at(6, 8),
      }),
  ],
  [
    'radius',
    'R5',
    () => Object.assign(new library.DimensionRadius(), { definitionPoint: at(0, 0), angleVertex: at(3, 4) }),
  ],
  [
    'diameter',
    'Ø10',
    () => Object.assign(new library.DimensionDiameter(), { definitionPoint: at(-3, -4), angleVertex: at(3, 4) }),
  ],
  [
    'two lines',
    '90°',
    () =>
      Object.assign(new library.DimensionAngular2Line(), {
        firstPoint: at(1, 0),
        secondPoint: at(5, 0),
        angleVertex: at(0, 1),
        definitionPoint: at(0, 5),
        dimensionArc: at(3, 3),
      }),
  ],
  [
    'three points',
    '90°',
    () =>
      Object.assign(new library.DimensionAngular3Pt(), {
        firstPoint: at(5, 0),
        secondPoint: at(0, 5),
        angleVertex: at(0, 0),
        definitionPoint: at(2, 2),
      }),
  ],
  [
    'ordinate',
    '3',
    () =>
      Object.assign(new library.DimensionOrdinate(), {
        featureLocation: at(3, 4),
        leaderEndpoint: at(4, 9),
        definitionPoint: at(0, 0),
        isOrdinateTypeX: true,
      }),
  ],
];
const RELEASES: readonly Mark[] = ['AC1014', 'AC1015', 'AC1018', 'AC1024', 'AC1032'];

describe('DWG: a dimension without a block is drawn from its points', () => {
  for (const release of ['AC1014', 'AC1018', 'AC1032'] as const)
    for (const [name, text, make] of KINDS)
      it(`${name}, ${release}`, async () => {
        const { job, issues } = await handOver(documentOf(make() as Dimension), {}, release);
        assert.equal(issues.count('dimension-from-points'), 1, JSON.stringify(issues.summary()));
        assert.equal(job.texts.text.get(0), text);
        assert.ok(job.lines.length > 0 && job.areas.length > (name === 'ordinate' ? -1 : 0));
        for (const [x, y] of verticesOf(job)) assert.ok(Math.hypot(x, y) < 15, `${x}, ${y}`);
      });
});

describe('DWG: the values of a dimension style are those that DXF states', () => {
  for (const release of RELEASES)
    it(release, async () => {
      const document: Document = documentOf(KINDS[0]![2]() as Dimension);
      const style = [...document.dimensionStyles!].find(({ name }) => name === 'Standard')!;
      Object.assign(style, {
        ...{ scaleFactor: 2, arrowSize: 0.5, extensionLineOffset: 0.25, extensionLineExtension: 0.75 },
        ...{ textHeight: 1.5, dimensionLineGap: 0.125, linearScaleFactor: 100.25, decimalPlaces: 1, postFix: '<> cm' },
        ...{ textVerticalAlignment: 1, textInsideHorizontal: false, dimensionLineColor: new library.Color(1) },
      });
      const { job } = await handOver(document, {}, release);
      const { text, height } = job.texts.label(0);
      assert.deepEqual([text, height], ['601.5 cm', 3]);
      const vertices = verticesOf(job).map(([x, y]) => `${x.toFixed(3)} ${y.toFixed(3)}`);
      // The first extension line has its gap and its reach, the line ends at the heads.
      for (const place of ['0.500 0.000', '11.500 0.000', '8.500 6.000', '10.000 1.000', '10.000 5.000'])
        assert.ok(vertices.includes(place), `${place}: ${vertices}`);
    });
});

function verticesOf({ lines }: FieldJob): [number, number][] {
  const path = new Path();
  return Array.from({ length: lines.length }, (_, row) => {
    const { coordinates: c, count } = lines.loadPath(row, path);
    return Array.from({ length: count }, (_, i): [number, number] => [c[3 * i]!, c[3 * i + 1]!]);
  }).flat();
}
