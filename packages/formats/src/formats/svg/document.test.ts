import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { emitJob, Feature, type FieldJob, JobBuilder, labelOf, layerOf, Path, surfaceOf } from '@fieldbridge/fieldjob';
import { arbitraryJob } from '@fieldbridge/fieldjob/testing/arbitrary-job.ts';
import { codesOf } from '@fieldbridge/formats/testing/journeys.ts';
import fc from 'fast-check';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { writeWith } from '../../../testing/run-format.ts';
import { missingXmllint } from '../../../testing/xmllint.ts';
import { parseOptions } from '../../core/options.ts';
import { ViewSink } from '../../view/view-sink.ts';
import { svg } from './format.ts';
import { escapeText } from './ink.ts';
import { mainPart } from './main-part.ts';
import { drawThumbnail } from './thumbnail.ts';
import { round, View } from './view.ts';

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
}

/** The elements of a document, which must be well-formed XML. */
function elementsOf(document: string): Element[] {
  const elements: Element[] = [];
  const open: Element[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
    const element = { name, attributes, text: '' };
    elements.push(element);
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  parser.on('text', (text) => {
    for (const element of open) element.text += text;
  });
  parser.write(document).close();
  return elements;
}

async function drawn(
  job: FieldJob,
  raw: Record<string, unknown> = {},
): Promise<{ elements: Element[]; text: string; codes: string[]; sentences: string[] }> {
  const { values, faults } = parseOptions(svg.writeOptions, raw);
  assert.deepEqual(faults, []);
  const { result, issues } = await writeWith(svg, job, { options: values });
  const text = (result as Buffer).toString();
  return {
    elements: elementsOf(text),
    text,
    codes: codesOf(issues),
    sentences: issues.summary().map(({ text }) => text),
  };
}

/** The numbers of an attribute. */
const numbers = (text: string | undefined): number[] =>
  (text?.match(/-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi) ?? []).map(Number);
const named = (elements: readonly Element[], name: string): Element[] => elements.filter((one) => one.name === name);
function pointsAt(...positions: (readonly [number, number])[]): FieldJob {
  const builder = new JobBuilder();
  builder.describe({ unit: 'metre' });
  positions.forEach(([e, n], i) => void builder.point(Object.assign(new Feature(), { name: `P${i}` }), e, n, 0));
  return builder.job;
}

describe('a plan', () => {
  it('is well-formed XML without NaN for any job', async () => {
    const coordinate = fc.integer({ min: -5_000_000, max: 5_000_000 }).map((n) => n / 1000);
    await fc.assert(
      fc.asyncProperty(arbitraryJob({ coordinate, most: 4 }), async (job) => {
        for (const options of [{}, { labels: true, furniture: false }]) {
          const { elements, text } = await drawn(job, options);
          assert.equal(elements[0]!.name, 'svg');
          for (const { name, attributes } of elements)
            for (const [key, value] of Object.entries(attributes))
              assert.doesNotMatch(value, /NaN|Infinity|undefined/, `${key} of ${name}`);
          assert.ok(text.endsWith('</svg>\n\n') || text.endsWith('</svg>\n'));
        }
        elementsOf(drawThumbnail(job));
      }),
      { numRuns: 40 },
    );
  });

  it('has the requested size and contains the whole job', async () => {
    const positions = [
      [0, 0],
      [100, 10],
      [50, 80],
    ] as const;
    for (const [width, height] of [
      [64, 64],
      [1024, 768],
      [8192, 64],
    ] as const) {
      const { elements } = await drawn(pointsAt(...positions), { width, height });
      const { attributes } = elements[0]!;
      assert.deepEqual(
        [attributes['width'], attributes['height'], attributes['viewBox']],
        [`${width}`, `${height}`, `0 0 ${width} ${height}`],
      );
      const circles = named(elements, 'circle').map(
        (one) => [Number(one.attributes['cx']), Number(one.attributes['cy'])] as const,
      );
      assert.equal(circles.length, 3);
      for (const [x, y] of circles) assert.ok(x >= 0 && x <= width && y >= 0 && y <= height, `${x} ${y}`);
      // One scale for both axes, east to the right, north up.
      const [[ax, ay], [bx, by], [cx, cy]] = circles as [
        readonly [number, number],
        readonly [number, number],
        readonly [number, number],
      ];
      assert.ok(bx > ax && by < ay && cy < by);
      assert.ok(Math.abs((bx - ax) / 100 - (ay - cy) / 80) < 0.01 * Math.max(1, (bx - ax) / 100));
      assert.ok(Math.abs(cx - (ax + bx) / 2) <= 0.011);
    }
  });

  it('is also a picture for an empty job, one place, one line and infinite positions', async () => {
    for (const [job, circles] of [
      [new JobBuilder().job, 0],
      [pointsAt([5, 5]), 1],
      [pointsAt([5, 5], [5, 5]), 2],
      [pointsAt([5, 0], [5, 9]), 2],
      [pointsAt([1e7, 5e6], [1e7 + 1e-6, 5e6]), 2],
      [pointsAt([-1e300, 0], [1e300, 0]), 2],
      [pointsAt([Number.NaN, 1], [1, 2]), 1],
      [pointsAt([Number.POSITIVE_INFINITY, 1], [1, 2], [3, 4]), 2],
    ] as const) {
      const { elements, text } = await drawn(job);
      assert.equal(named(elements, 'circle').length, circles);
      assert.doesNotMatch(text, /NaN|Infinity/);
    }
  });

  it('leaves strays out and says which, as the viewer does', async () => {
    const site = Array.from({ length: 100 }, (_, i) => [5e5 + ((i * 37) % 100), 56e5 + ((i * 61) % 100)] as const);
    const builder = new JobBuilder(pointsAt(...site, [0, 0], [-9, 7]));
    const path = new Path();
    path.vertex(1, 2, 0);
    path.vertex(5e5, 56e5, 0);
    builder.line(new Feature(), path);
    const { elements, codes, sentences } = await drawn(builder.job, { furniture: false });
    assert.equal(named(elements, 'circle').length, 100, 'the two points are beside the picture');
    assert.equal(named(elements, 'path').length, 1, 'the line reaches into it');
    const across = named(elements, 'circle').map(({ attributes }) => Number(attributes['cx']));
    assert.ok(Math.max(...across) - Math.min(...across) > 600, 'the site fills the picture');
    assert.deepEqual(codes, ['picture-strays', 'svg-picture-only']);
    assert.equal(sentences[0], '3 things lie far from the rest and outside the picture, from -9 0 to 1 7');
    const view = new ViewSink();
    emitJob(builder.job, view);
    const { main, strayCount } = view.finish().segment;
    const { extent, strays } = mainPart(builder.job);
    assert.equal(strayCount, strays);
    const { minEasting, minNorthing, maxEasting, maxNorthing } = extent;
    assert.deepEqual(main, [minEasting, minNorthing, maxEasting, maxNorthing]);
  });

  it('has room for its texts, and none that is higher than the picture', async () => {
    const builder = new JobBuilder(pointsAt([0, 0], [100, 50]));
    builder.text(new Feature(), labelOf('OVER THE RIGHT EDGE', 95, 50, { height: 5 }));
    builder.text(new Feature(), labelOf('UP', 50, 45, { height: 5, rotation: Math.PI / 2 }));
    builder.text(new Feature(), labelOf('HUGE', 50, 45, { height: 1e6 }));
    const { elements, codes } = await drawn(builder.job, { furniture: false });
    const [over, up, ...others] = named(elements, 'text').map(({ attributes }) => Number(attributes['font-size']));
    assert.deepEqual([others, codes], [[], ['svg-not-drawn', 'svg-picture-only']]);
    const [x] = named(elements, 'tspan').map(({ attributes }) => Number(attributes['x']));
    assert.ok(x! + 19 * 0.6 * over! < 1024, `${x} ${over}`);
    assert.equal(up, over);
  });

  it('reports what a picture cannot hold, and the number of things not drawn', async () => {
    assert.deepEqual((await drawn(pointsAt([1, 2]))).codes, ['svg-picture-only']);
    const { codes } = await drawn(pointsAt([Number.NaN, 1], [1, 2]));
    assert.deepEqual(codes, ['svg-not-drawn', 'svg-picture-only']);
  });

  it('opens in another reader of XML', async (t) => {
    const missing = missingXmllint();
    if (missing !== undefined) return t.skip(missing);
    const builder = new JobBuilder(pointsAt([0, 0], [9, 9]));
    builder.text(new Feature(), labelOf('<&"\u0001]]>\ud800', 1, 1, { height: 2 }));
    const { text } = await drawn(builder.job, { labels: true });
    const { status, stderr } = spawnSync('xmllint', ['--noout', '--nonet', '-'], { input: text, encoding: 'utf8' });
    assert.deepEqual([status, stderr], [0, '']);
  });
});

describe('a name or text in a plan', () => {
  const NAMES = [
    'a<b>&"\'',
    ']]>',
    '<script>alert(1)</script>',
    '\u0000\u0001\u001f',
    '\ufffe\uffff',
    'é漢😀',
    '&amp;',
    '--',
    '  two  blanks  ',
  ];
  describe('is text, never markup: point names, labels and characters that XML does not allow', () => {
    for (const name of NAMES)
      it(JSON.stringify(name), async () => {
        const builder = new JobBuilder(pointsAt([0, 0], [10, 10]));
        builder.point(Object.assign(new Feature(), { name }), 5, 5, 0);
        builder.text(new Feature(), labelOf(name, 2, 2, { height: 3 }));
        const { elements } = await drawn(builder.job, { labels: true });
        assert.equal(named(elements, 'script').length, 0);
        const texts = named(elements, 'text').map(({ text }) => text);
        const shown = name.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd');
        assert.equal(texts.filter((text) => text === shown).length, 2, JSON.stringify(texts));
      });
  });

  it('is escaped so that an XML reader returns it unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (text) => {
        const plain = text.replace(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g, '').normalize();
        const [element] = elementsOf(`<t>${escapeText(plain)}</t>`);
        assert.equal(element!.text, plain);
      }),
    );
  });

  it('is only drawn on request', async () => {
    const { elements } = await drawn(pointsAt([0, 0], [9, 9]), { furniture: false });
    assert.equal(named(elements, 'text').length, 0);
  });
});

describe('texts and hatches of a plan look as in the drawing', () => {
  it('a fitted text fills its length', async () => {
    const builder = new JobBuilder(pointsAt([0, 0], [100, 50]));
    const feature = Object.assign(new Feature(), { attributes: ['fit', '20'] });
    builder.text(feature, labelOf('NARROW GATE', 10, 20, { height: 5 }));
    const { elements } = await drawn(builder.job, { furniture: false });
    const [text] = named(elements, 'text');
    const [span] = named(elements, 'tspan');
    const [, x] = /^translate\(([\d.]+) 0\) scale\([\d.]+ 1\)/.exec(text!.attributes['transform']!)!;
    const [, squeeze] = /scale\(([\d.]+) 1\)/.exec(text!.attributes['transform']!)!;
    const [dots] = [named(elements, 'circle').map(({ attributes }) => Number(attributes['cx']))];
    const perUnit = (dots[1]! - dots[0]!) / 100;
    assert.ok(Math.abs(Number(x) - dots[0]! - 10 * perUnit) < 0.02);
    assert.ok(Math.abs(Number(span!.attributes['textLength']) * Number(squeeze) - 20 * perUnit) < 0.1);
  });

  it('a fitted text at the edge has room for the letters of a wider font', async () => {
    const builder = new JobBuilder(pointsAt([0, 0], [100, 50]));
    const feature = Object.assign(new Feature(), { attributes: ['fit', '60'] });
    builder.text(feature, labelOf('text a1 again {{ a1 }}', 90, 20, { height: 4 }));
    const { elements } = await drawn(builder.job, { furniture: false });
    const [first, second] = named(elements, 'circle').map(({ attributes }) => Number(attributes['cx']));
    const end = first! + ((second! - first!) / 100) * (90 + 1.15 * 60);
    assert.ok(end < Number(elements[0]!.attributes['width']), `${end}`);
  });

  it('a stretched text ends at its place if it is right-justified, whatever a program does with anchors', async () => {
    const builder = new JobBuilder(pointsAt([0, 0], [100, 50]));
    const feature = Object.assign(new Feature(), { attributes: ['fit', '60'] });
    builder.text(feature, labelOf('GATE', 80, 20, { height: 4, justification: 'right' }));
    const { elements } = await drawn(builder.job, { furniture: false });
    const [text, span] = ['text', 'tspan'].map((name) => named(elements, name)[0]!.attributes);
    const [, x, squeeze] = /^translate\(([\d.]+) 0\) scale\(([\d.]+) 1\)/.exec(text!['transform']!)!;
    assert.equal(text!['text-anchor'], 'start');
    const end = Number(span!['x']) + Number(span!['textLength']);
    assert.ok(Math.abs(end - Number(x)) < 0.02 && Number(squeeze) > 1);
  });

  it('narrow letters take their share of the usual length, in every line', async () => {
    const builder = new JobBuilder(pointsAt([0, 0], [100, 50]));
    const feature = Object.assign(new Feature(), { attributes: ['widthFactor', '0.6'] });
    builder.text(feature, labelOf('GATE\nNARROW GATE', 10, 20, { height: 5 }));
    const { elements } = await drawn(builder.job, { furniture: false });
    const [, squeeze] = /scale\(([\d.]+) 1\)/.exec(named(elements, 'text')[0]!.attributes['transform']!)!;
    assert.equal(squeeze, '0.6');
    const [short, long] = named(elements, 'tspan').map(({ attributes }) => Number(attributes['textLength']));
    assert.ok(long! > 2 * short!, `${short} and ${long}`);
  });

  it('a hatch is drawn by its lines, and as a tint where they are too close', async () => {
    const path = new Path();
    for (const [e, n] of [
      [0, 0],
      [100, 0],
      [100, 50],
      [0, 50],
    ] as const)
      path.vertex(e, n, Number.NaN);
    const tints: number[] = [];
    for (const [distance, lines] of [
      [10, 4],
      [0.2, undefined],
      [0.1, undefined],
      [0.01, undefined],
    ] as const) {
      const builder = new JobBuilder();
      const attributes = ['pattern', 'LINE', 'hatch', `0 0 5 0 ${distance}`];
      builder.area(Object.assign(new Feature(), { attributes }), path);
      const { elements } = await drawn(builder.job, { furniture: false });
      const [outline, inside] = named(elements, 'path').map((element) => element.attributes);
      if (lines === undefined) tints.push(Number(outline!['fill-opacity']));
      else assert.equal(outline!['fill-opacity'], undefined);
      assert.equal(inside?.['d']?.split('M').length, lines && lines + 2);
    }
    assert.deepEqual(tints, [tints[0], Math.min(0.85, 2 * tints[0]!), 0.85], 'the closer, the darker');
    assert.ok(tints[0]! > 0.15 && tints[0]! < 0.43, String(tints));
  });
});

it('an area that is filled whole is', async () => {
  const path = new Path();
  for (const [e, n] of [
    [0, 0],
    [100, 0],
    [100, 50],
  ] as const)
    path.vertex(e, n, Number.NaN);
  const builder = new JobBuilder();
  builder.area(Object.assign(new Feature(), { attributes: ['pattern', 'SOLID'] }), path);
  const { elements } = await drawn(builder.job, { furniture: false });
  assert.equal(named(elements, 'path')[0]!.attributes['fill-opacity'], '.85');
});

describe('shapes of a plan', () => {
  it('are those of the job: rings in one path, closed lines closed, arcs as arcs', async () => {
    const builder = new JobBuilder();
    const path = new Path();
    for (const [e, n, bulge] of [
      [0, 0, 1],
      [10, 0, 0],
      [10, 10, 0],
    ] as const)
      path.vertex(e, n, 0, bulge);
    builder.line(new Feature(), path);
    path.closed = true;
    builder.line(new Feature(), path);
    path.ring();
    for (const [e, n] of [
      [2, 2],
      [3, 2],
      [3, 3],
    ] as const)
      path.vertex(e, n, 0);
    builder.area(new Feature(), path);
    const { elements } = await drawn(builder.job, { furniture: false });
    const shapes = named(elements, 'path').map(({ attributes }) => attributes['d']!.replace(/[^A-Z]/gi, ''));
    assert.deepEqual(shapes, ['MALZMLLZ', 'MAL', 'MALZ']);
    // A half circle over a chord of ten units: its radius is five times the scale.
    const open = named(elements, 'path')[1]!.attributes['d']!;
    const [x0, , rx, ry, , large, sweep, x1] = numbers(open);
    assert.ok(Math.abs(rx! - (x1! - x0!) / 2) < 0.02 && rx === ry, open);
    assert.deepEqual(
      [large, sweep],
      [0, 0],
      'a bulge to the left is below the chord, which is to the right in a picture',
    );
  });

  it('have the colour of the feature or its layer, else black; hidden layers are omitted', async () => {
    const builder = new JobBuilder(pointsAt([0, 0], [9, 9]));
    const red = builder.layer(layerOf('red', { colour: 0xff0000 }));
    const off = builder.layer(layerOf('off', { visible: false }));
    const white = builder.layer(layerOf('white', { colour: 0xffffff }));
    for (const [layer, colour] of [
      [red, -1],
      [red, 0x00ff00],
      [off, 0x0000ff],
      [white, -1],
      [-1, 0x000102],
    ] as const)
      builder.point(Object.assign(new Feature(), { layer, colour }), 5, 5, 0);
    const { elements, codes } = await drawn(builder.job);
    assert.deepEqual(
      named(elements, 'circle').map(({ attributes }) => attributes['fill']),
      ['#222', '#222', '#ff0000', '#00ff00', '#222', '#000102'],
    );
    assert.ok(codes.includes('svg-not-drawn'));
  });

  it('of a surface are its triangles', async () => {
    const builder = new JobBuilder();
    builder.surface(
      surfaceOf('S', Float64Array.of(0, 0, 1, 9, 0, 1, 9, 9, 1, 0, 9, 1), Int32Array.of(0, 1, 2, 0, 2, 3)),
    );
    const { elements } = await drawn(builder.job, { furniture: false });
    assert.equal(named(elements, 'path')[0]!.attributes['d']!.replace(/[^MLZ]/g, ''), 'MLZMLZ');
  });

  it('of a surface with a vertex without a position are the other triangles', async () => {
    const builder = new JobBuilder();
    builder.surface(
      surfaceOf('S', Float64Array.of(0, 0, 1, 9, 0, 1, 9, 9, 1, Number.NaN, 9, 1), Int32Array.of(0, 1, 2, 0, 2, 3)),
    );
    const { elements, text } = await drawn(builder.job, { furniture: false });
    assert.doesNotMatch(text, /NaN/);
    assert.equal(named(elements, 'path')[0]!.attributes['d']!.replace(/[^MLZ]/g, ''), 'MLZ');
  });
});

describe('the scale bar', () => {
  describe('has a round length, at most a fifth of the picture, in the unit of the job', () => {
    for (const unit of ['metre', 'internationalFoot', 'usSurveyFoot'] as const)
      describe(JSON.stringify(unit), () => {
        for (const size of [0.003, 1, 7, 12, 450, 99_999, 3e6])
          it(`${size}`, async () => {
            const job = pointsAt([0, 0], [size, size / 2]);
            job.info.unit = unit;
            const { elements } = await drawn(job, { width: 1000, height: 1000 });
            const label = named(elements, 'text').find(({ text }) => /\d/.test(text))!.text;
            const [, length, suffix] = /^([\d.e+-]+) (m|ft|US ft)$/.exec(label)!;
            assert.equal(suffix, { metre: 'm', internationalFoot: 'ft', usSurveyFoot: 'US ft' }[unit]);
            assert.match(Number(length).toExponential(), /^[125]e/, label);
            const bar = named(elements, 'path').find(({ attributes }) => attributes['d']!.includes('h'))!.attributes[
              'd'
            ]!;
            const pixels = Number(/h([\d.]+)/.exec(bar)![1]);
            const [a, b] = named(elements, 'circle').map(({ attributes }) => Number(attributes['cx'])) as [
              number,
              number,
            ];
            assert.ok(pixels <= 200.01 && pixels >= 60, `${label} is ${pixels} pixels long`);
            assert.ok(Math.abs(pixels / Number(length) - (b - a) / size) / ((b - a) / size) < 0.001, label);
          });
      });
  });

  it('is omitted with the arrow on request', async () => {
    const count = async (furniture: boolean): Promise<number> =>
      (await drawn(pointsAt([0, 0], [9, 9]), { furniture })).elements.length;
    assert.equal((await count(true)) - (await count(false)), 4);
  });
});

describe('a view', () => {
  it('maps the corners of an extent into the picture, with a margin', () => {
    const extent = { isEmpty: false, minEasting: 1000, maxEasting: 1100, minNorthing: 500, maxNorthing: 550 };
    const view = new View(extent as ConstructorParameters<typeof View>[0], 200, 200);
    // The margin is 4 % of 200: 8 pixels on either side leave 184 for 100 units.
    assert.equal(view.scale, 1.84);
    assert.deepEqual([view.across(1000), view.across(1100)], ['8', '192']);
    assert.deepEqual([view.down(550), view.down(500)], ['54', '146']);
    assert.deepEqual([round(1.005), round(-0.001), round(2)], ['1', '0', '2']);
  });
});
