import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Feature, Path } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import { type PdfObject, pdfOfPages } from '../../../testing/pdf-file.ts';
import { type ReadResult, readWith } from '../../../testing/run-format.ts';
import { pdf } from './format.ts';

/** A point of the paper in metres. */
const POINT = 0.0254 / 72;
const FORM = '/Type/XObject/Subtype/Form';

interface Sheet {
  readonly resources?: string;
  readonly extras?: string;
  readonly objects?: readonly PdfObject[];
}

/** One page of 200 × 100 points; further objects are 3 and on. */
const read = (content: string, { resources = '', extras = '', objects = [] }: Sheet = {}): Promise<ReadResult> =>
  readWith(pdf, pdfOfPages([{ content, resources, extras, isPlain: true }], objects));
const stream = (text: string, content: string): PdfObject => ({ text, stream: Buffer.from(content, 'latin1') });

/** Vertices of a row in points of paper, to a ten-thousandth. */
function shape({ job }: ReadResult, table: 'lines' | 'areas', row = 0): string {
  const path = job[table].loadPath(row, new Path());
  const inPoints = (value: number): number => Math.round((value / POINT) * 1e4) / 1e4 + 0;
  return Array.from(
    { length: path.count },
    (_, i) => `${inPoints(path.coordinates[3 * i]!)} ${inPoints(path.coordinates[3 * i + 1]!)}`,
  ).join(', ');
}
const counts = ({ job }: ReadResult): number[] => [job.lines.length, job.areas.length];

describe('operators that construct and paint paths (ISO 32000-1, tables 59 and 60)', () => {
  describe('give lines for stroked paths and areas for filled ones', () => {
    const triangle = '10 10 m 50 10 l 50 40 l';
    for (const [painted, lines, areas] of [
      ['S', 1, 0],
      ['s', 1, 0],
      ['f', 0, 1],
      ['F', 0, 1],
      ['f*', 0, 1],
      ['B', 1, 1],
      ['B*', 1, 1],
      ['b', 1, 1],
      ['b*', 1, 1],
      ['n', 0, 0],
      ['', 0, 0],
    ] as const)
      it(JSON.stringify(painted), async () => {
        const result = await read(`${triangle} ${painted}`);
        assert.deepEqual(counts(result), [lines, areas], painted);
        if (lines > 0) {
          assert.equal(shape(result, 'lines'), '10 10, 50 10, 50 40');
          assert.equal(
            result.job.lines.loadPath(0, new Path()).closed,
            painted.startsWith('s') || painted.startsWith('b'),
            painted,
          );
        }
        if (areas > 0) assert.equal(shape(result, 'areas'), '10 10, 50 10, 50 40');
      });
  });

  it('continue from the current point, close parts and begin new ones', async () => {
    assert.equal(shape(await read('10 20 30 40 re S'), 'lines'), '10 20, 40 20, 40 60, 10 60');
    assert.equal(shape(await read('40 60 -30 -40 re f'), 'areas'), '40 60, 10 60, 10 20, 40 20');
    const parts = await read('1 1 m 2 2 l 5 5 m 6 5 l 6 6 l h 9 9 m 9 8 l S');
    assert.equal(parts.job.lines.length, 3);
    assert.deepEqual(
      [0, 1, 2].map((row) => shape(parts, 'lines', row)),
      ['1 1, 2 2', '5 5, 6 5, 6 6', '9 9, 9 8'],
    );
    assert.deepEqual(
      [0, 1, 2].map((row) => parts.job.lines.loadPath(row, new Path()).closed),
      [false, true, false],
    );
    // After h the current point is the start of the part.
    const behind = await read('1 1 m 9 1 l 9 9 l h 1 5 l h 2 6 3 7 4 8 c S');
    assert.deepEqual(
      [0, 1].map((row) => shape(behind, 'lines', row)),
      ['1 1, 9 1, 9 9', '1 1, 1 5'],
    );
    assert.match(shape(behind, 'lines', 2), /^1 1, .*, 4 8$/);
    assert.equal(
      shape(await read('1 1 m 9 1 l 9 9 l h 20 20 l 30 20 l f'), 'areas'),
      '1 1, 9 1, 9 9, 1 1, 20 20, 30 20',
    );
    // A move alone is not a line, and a line without a current point does not begin at 0, 0.
    for (const none of ['5 5 m S', '5 5 l S', '5 5 m h S', '5 5 m f', '1 1 m 2 2 m h h S']) {
      const { job, issues } = await read(none);
      assert.deepEqual([job.lines.length, job.areas.length, issues.places()], [0, 0, []], none);
    }
    assert.equal(shape(await read('5 5 m 7 7 m 8 8 l S'), 'lines'), '7 7, 8 8');
  });

  it('close parts without repeating their first vertex; an open line keeps a repeated one', async () => {
    const drawn = '10 10 m 50 10 l 50 40 l 10 10 l';
    assert.equal(shape(await read(`${drawn} f`), 'areas'), '10 10, 50 10, 50 40');
    assert.equal(shape(await read(`${drawn} s`), 'lines'), '10 10, 50 10, 50 40');
    assert.equal(shape(await read(`${drawn} S`), 'lines'), '10 10, 50 10, 50 40, 10 10');
    const rings = await read(`${drawn} h 1 1 m 2 1 l 2 2 l 1 1 l 3 3 m 4 3 l 4 4 l 3 3 l h f`);
    assert.equal(shape(rings, 'areas'), '10 10, 50 10, 50 40, 1 1, 2 1, 2 2, 3 3, 4 3, 4 4');
    assert.deepEqual(rings.job.areas.loadPath(0, new Path()).rings, [0, 3, 6]);
    // A circle of curves ends where it began; a path without extent keeps two vertices.
    const circle = '20 10 m 20 16 10 16 10 10 c 10 4 20 4 20 10 c h S';
    const round = (await read(circle)).job.lines.loadPath(0, new Path());
    assert.notEqual(round.coordinates[0], round.coordinates[3 * (round.count - 1)]);
    assert.equal(shape(await read('5 5 m 5 5 l s'), 'lines'), '5 5, 5 5');
  });

  it('draw curves: c with two control points, v with the current point, y with its end', async () => {
    /** The middle of a Bézier curve is (P0 + 3 P1 + 3 P2 + P3) ÷ 8. */
    const middles = { '0 40 40 40 40 0 c': [20, 30], '20 40 40 0 v': [12.5, 15], '20 40 40 0 y': [27.5, 15] } as const;
    for (const [curve, [e, n]] of Object.entries(middles)) {
      const { job } = await read(`0 0 m ${curve} S`);
      const path = job.lines.loadPath(0, new Path());
      const ends = [0, path.count - 1].map((i) => Math.round(path.coordinates[3 * i]! / POINT));
      assert.deepEqual(ends, [0, 40], curve);
      let least = Infinity;
      for (let i = 0; i < path.count; i++)
        least = Math.min(
          least,
          Math.hypot(path.coordinates[3 * i]! / POINT - e, path.coordinates[3 * i + 1]! / POINT - n),
        );
      assert.ok(least < 1 && path.count > 8, `${curve}: ${least}`);
    }
  });

  describe('without anything to paint, or out of order, do not affect what follows', () => {
    for (const odd of [
      'S',
      'f',
      '5 5 m S',
      '5 5 l S',
      'h S',
      'Q Q Q',
      '1 2 3 cm',
      're S',
      '/X gs',
      '/X Do',
      '/X sh',
      'BX foo EX',
      '(x) Tj',
      'ET',
      'EMC',
      '<< >>',
      '99 99 99',
    ])
      it(JSON.stringify(odd), async () => {
        const result = await read(`${odd}\n1 1 m 2 2 l S`);
        assert.equal(shape(result, 'lines', result.job.lines.length - 1), '1 1, 2 2', odd);
      });
  });
});

describe('the coordinates of a page', () => {
  it('follow cm, each matrix applied before the earlier ones, and q and Q', async () => {
    // [a b c d e f] maps (x, y) to (a x + c y + e, b x + d y + f); the last one is applied first.
    for (const [content, expected] of [
      ['1 0 0 1 10 20 cm 0 0 m 1 2 l S', '10 20, 11 22'],
      ['2 0 0 3 0 0 cm 1 1 m 2 2 l S', '2 3, 4 6'],
      ['0 1 -1 0 50 50 cm 0 0 m 10 0 l S', '50 50, 50 60'],
      ['1 0 0 1 10 20 cm 2 0 0 2 0 0 cm 1 1 m 5 1 l S', '12 22, 20 22'],
      ['2 0 0 2 0 0 cm 1 0 0 1 10 20 cm 1 1 m 5 1 l S', '22 42, 30 42'],
      ['1 0 0.5 1 0 0 cm 0 0 m 0 10 l S', '0 0, 5 10'],
      ['q 2 0 0 2 0 0 cm Q 1 1 m 2 2 l S', '1 1, 2 2'],
      ['q 2 0 0 2 0 0 cm q 1 0 0 1 5 5 cm Q 1 1 m 2 2 l S Q', '2 2, 4 4'],
      ['-1 0 0 -1 100 50 cm 1 1 m 2 2 l S', '99 49, 98 48'],
    ] as const)
      assert.equal(shape(await read(content), 'lines'), expected, content);
  });

  it('are those of any chain of matrices, multiplied by hand', async () => {
    const number = fc.integer({ min: -3, max: 3 });
    const matrix = fc.tuple(number, number, number, number, number, number);
    await fc.assert(
      fc.asyncProperty(fc.array(matrix, { maxLength: 3 }), async (chain) => {
        let [x, y] = [2, 1];
        for (const [a, b, c, d, e, f] of chain.toReversed()) [x, y] = [a * x + c * y + e, b * x + d * y + f];
        const content = `1 0 0 1 100 50 cm ${chain.map((values) => `${values.join(' ')} cm`).join(' ')} 2 1 m 2 1 l 2 1.001 l S`;
        fc.pre(x > -90 && x < 90 && y > -45 && y < 45);
        const result = await readWith(pdf, pdfOfPages([{ content, isPlain: true }]), { options: { outside: true } });
        assert.equal(shape(result, 'lines').split(',')[0], `${x + 100 + 0} ${y + 50 + 0}`, JSON.stringify(chain));
      }),
      { numRuns: 40 },
    );
  });

  describe('begin at the lower left of the visible page, for any boxes, rotation and unit', () => {
    const line = '30 20 m 60 20 l S';
    for (const [extras, expected] of [
      ['', '30 20, 60 20'],
      ['/CropBox[10 5 150 95]', '20 15, 50 15'],
      ['/Rotate 90', '20 170, 20 140'],
      ['/Rotate 180', '170 80, 140 80'],
      ['/Rotate 270', '80 30, 80 60'],
      ['/Rotate -90', '80 30, 80 60'],
      ['/Rotate 90/CropBox[10 5 150 95]', '15 120, 15 90'],
      ['/UserUnit 10', '300 200, 600 200'],
    ] as const)
      it(JSON.stringify(extras), async () => {
        assert.equal(shape(await read(line, { extras }), 'lines'), expected, extras);
      });
  });
});

describe('form XObjects', () => {
  it('are drawn by their matrix, box and resources, also nested', async () => {
    const inner = stream(`${FORM}/BBox[0 0 100 100]/Matrix[1 0 0 1 3 4]`, '0 0 m 1 0 l S');
    const outer = stream(
      `${FORM}/BBox[0 0 100 100]/Matrix[2 0 0 2 10 0]/Resources<</XObject<</G 3 0 R>>>>`,
      '1 0 0 1 5 5 cm /G Do 0 0 m 1 1 l S',
    );
    const sheet = { resources: '/XObject<</F 4 0 R/G 3 0 R>>', objects: [inner, outer] };
    const result = await read('q 1 0 0 1 100 0 cm /F Do Q /G Do 7 7 m 8 8 l S', sheet);
    assert.deepEqual(
      [0, 1, 2, 3].map((row) => shape(result, 'lines', row)),
      [
        // (0, 0) by the inner matrix (3, 4), moved by 5, 5 to (8, 9), doubled and moved by 10 to (26, 18), moved by
        // 100.
        '126 18, 128 18',
        '120 10, 122 12',
        '3 4, 4 4',
        '7 7, 8 8',
      ],
    );
  });

  it('do not change the outer state, even if they fail to restore it', async () => {
    const form = stream(`${FORM}/BBox[0 0 100 100]`, 'q q 1 0 0 RG 5 w 9 0 0 9 0 0 cm 1 1 m 2 2 l S');
    const result = await read('0 0 1 RG /F Do 1 1 m 2 2 l S', { resources: '/XObject<</F 3 0 R>>', objects: [form] });
    assert.equal(shape(result, 'lines', 1), '1 1, 2 2');
    const colours = [0, 1].map((row) => result.job.lines.load(row, new Feature()).colour);
    assert.deepEqual(colours, [0xff0000, 0x0000ff]);
  });

  describe('that hold themselves', () => {
    const form = (matrix: string, inside: number, content: string, more = ''): PdfObject =>
      stream(`${FORM}/BBox[0 0 100 100]/Matrix[${matrix}]${more}/Resources<</XObject<</F ${inside} 0 R>>>>`, content);
    const circlesOf = (result: ReadResult): unknown =>
      result.issues.places().find(({ code }) => code === 'pdf-form-in-itself')?.parameters;
    const all = (result: ReadResult): string[] =>
      Array.from({ length: result.job.lines.length }, (_, row) => shape(result, 'lines', row));
    const drawn = (content: string, ...objects: readonly PdfObject[]): Promise<ReadResult> =>
      read(content, { resources: '/XObject<</F 3 0 R>>', objects });

    describe('are drawn once as without the circular reference, which is reported', () => {
      for (const circle of [
        '/F Do',
        'q 3 0 0 3 0 0 cm /F Do Q',
        'q q /F Do Q Q',
        '/F Do /F Do',
        'q /F Do /F Do Q /F Do',
      ])
        it(JSON.stringify(circle), async () => {
          const self = form('2 0 0 2 10 0', 3, `1 1 m 2 2 l S ${circle} 8 8 m 9 9 l S`);
          const result = await drawn('q 1 0 0 1 4 0 cm /F Do Q 5 5 m 6 6 l S', self);
          assert.deepEqual(all(result), ['16 2, 18 4', '30 16, 32 18', '5 5, 6 6'], circle);
          assert.deepEqual(circlesOf(result), { page: 1, times: circle.split('Do').length - 1 });
        });
    });

    it('may leave states unrestored, and restore none that they did not save', async () => {
      const lines = ['12 2, 14 4', '36 36, 46 46', '5 5, 6 6'];
      const forgets = form('2 0 0 2 10 0', 3, '1 1 m 2 2 l S q q 4 0 0 4 5 2 cm q /F Do 2 4 m 3.25 5.25 l S');
      assert.deepEqual(all(await drawn('/F Do 5 5 m 6 6 l S', forgets)), lines);
    });

    it('in a circle of two, and next to intact ones of the same box and matrix', async () => {
      const [one, two] = [4, 3].map((other) => form('1 0 0 1 7 0', other, '1 1 m 2 2 l S q /F Do Q 3 3 m 4 4 l S'));
      const ring = await drawn('/F Do 5 5 m 6 6 l S', one!, two!);
      assert.deepEqual(all(ring), ['8 1, 9 2', '15 1, 16 2', '17 3, 18 4', '10 3, 11 4', '5 5, 6 6']);
      assert.deepEqual(circlesOf(ring), { page: 1, times: 1 });
      const sound = form('1 0 0 1 7 0', 5, 'q 0 0 m 1 0 l S Q');
      const self = stream(
        `${FORM}/BBox[0 0 100 100]/Matrix[1 0 0 1 7 0]/Resources<</XObject<</F 3 0 R/G 4 0 R>>>>`,
        'q /G Do Q /F Do /G Do q 2 0 0 2 0 0 cm /F Do Q /G Do 2 2 m 3 3 l S',
      );
      const mixed = await drawn('/F Do 5 5 m 6 6 l S', self, sound);
      assert.deepEqual(all(mixed), ['14 0, 15 0', '14 0, 15 0', '14 0, 15 0', '9 2, 10 3', '5 5, 6 6']);
      assert.deepEqual(circlesOf(mixed), { page: 1, times: 2 });
    });

    it('do not change layer and colour of what follows', async () => {
      const self = form('1 0 0 1 0 0', 3, '1 0 0 RG 1 1 m 2 2 l S q /F Do Q 3 3 m 4 4 l S', '/OC 4 0 R');
      const result = await readWith(
        pdf,
        pdfOfPages(
          [{ content: '0 0 1 RG /F Do 5 5 m 6 6 l S', resources: '/XObject<</F 3 0 R>>', isPlain: true }],
          [self, { text: '<</Type/OCG/Name(Own)>>' }],
          '/OCProperties<</OCGs[4 0 R]/D<</ON[4 0 R]>>>>',
        ),
      );
      const looks = [0, 1, 2].map((row) => {
        const { layer, colour } = result.job.lines.load(row, new Feature());
        return `${result.job.layers.name(layer)} ${colour.toString(16)}`;
      });
      assert.deepEqual(looks, ['Own ff0000', 'Own ff0000', 'PDF ff']);
    });

    it('in an annotation do not affect what follows', async () => {
      const look = form('1 0 0 1 0 0', 3, '1 1 m 2 2 l S q 3 0 0 3 0 0 cm /F Do Q 8 8 m 9 9 l S');
      const note = (at: number, what: number): string =>
        `<</Type/Annot/Subtype/Stamp/Rect[${at} 0 ${at + 100} 100]/AP<</N ${what} 0 R>>>>`;
      const plain = form('1 0 0 1 0 0', 4, '7 7 m 8 8 l S');
      const extras = `/Annots[${note(10, 3)}${note(20, 4)}]`;
      const result = await read('5 5 m 6 6 l S', { extras, objects: [look, plain] });
      assert.deepEqual(all(result), ['5 5, 6 6', '11 1, 12 2', '18 8, 19 9', '27 7, 28 8']);
    });
  });

  it('that are empty, or contain another twice, are not circular', async () => {
    const empty = stream(`${FORM}/BBox[0 0 100 100]/Matrix[1 0 0 1 9 9]`, '');
    const outer = stream(`${FORM}/BBox[0 0 100 100]/Resources<</XObject<</G 3 0 R>>>>`, '/G Do /G Do 1 1 m 2 2 l S');
    const sheet = { resources: '/XObject<</F 4 0 R/G 3 0 R>>', objects: [empty, outer] };
    const result = await read('/F Do /F Do /G Do 5 5 m 6 6 l S', sheet);
    assert.deepEqual(
      [0, 1, 2].map((row) => shape(result, 'lines', row)),
      ['1 1, 2 2', '1 1, 2 2', '5 5, 6 6'],
    );
    assert.equal(result.issues.count('pdf-form-in-itself'), 0);
  });
});

describe('symbology of linework', () => {
  const look = async (content: string): Promise<unknown[]> => {
    const { job } = await read(`${content} 1 1 m 50 50 l S`);
    const { colour, lineWeight, lineType } = job.lines.load(0, new Feature());
    return [colour === -1 ? colour : colour.toString(16).padStart(6, '0'), lineWeight, lineType];
  };

  describe('has colours of every simple space', () => {
    for (const [content, colour] of [
      ['', '000000'],
      ['1 0 0 RG', 'ff0000'],
      ['0.5 G', '808080'],
      ['0 0 0 1 K', null],
      ['/DeviceRGB CS 0 1 0 SC', '00ff00'],
      ['/DeviceGray CS 1 SC', 'ffffff'],
      ['1 0 0 rg', '000000'],
    ] as const)
      it(JSON.stringify(content), async () => {
        const [found] = await look(content);
        // The conversion of CMYK to RGB is the reader's choice, but black is dark.
        if (colour === null) assert.ok(Number.parseInt(String(found), 16) < 0x404040, String(found));
        else assert.equal(found, colour, content);
      });
  });

  it('has widths in hundredths of a millimetre of paper, scaled like the path', async () => {
    // A point is 0.3528 mm.
    assert.equal((await look('1 w'))[1], 35);
    assert.equal((await look('2.835 w'))[1], 100);
    assert.equal((await look('3 0 0 3 0 0 cm 1 w'))[1], 106);
  });

  it('has also widths and dashes of a named graphics state, the last one, until it is restored', async () => {
    const resources = `/ExtGState<<${[
      '/W<</LW 3>>',
      '/D<</D[[4 2]0]>>',
      '/B<</Type/ExtGState/LW 3/D[[4 2]0]/CA 0.5>>',
      '/P<</D[[]0]>>',
      '/X<</LW/No/D 7>>',
      '/Y<</D[]>>',
    ].join('')}>>`;
    const styled = async (content: string): Promise<[width: number, lineType: string]> => {
      const { job } = await read(`${content} 1 1 m 50 50 l S`, { resources });
      const { lineWeight, lineType } = job.lines.load(0, new Feature());
      return [lineWeight, lineType];
    };
    for (const [content, ...expected] of [
      ['/W gs', 106, ''],
      ['/D gs', 35, 'DASHED'],
      ['/B gs', 106, 'DASHED'],
      ['/B gs 1 w', 35, 'DASHED'],
      ['2.835 w /W gs [] 0 d', 106, ''],
      ['/B gs [] 0 d', 106, ''],
      ['[3] 0 d /P gs', 35, ''],
      ['q /B gs Q', 35, ''],
      ['/B gs q 1 w [] 0 d Q', 106, 'DASHED'],
      ['3 0 0 3 0 0 cm /W gs', 318, ''],
      ['/B gs /X gs', 106, 'DASHED'],
      ['/B gs /Y gs', 106, 'DASHED'],
      ['/None gs', 35, ''],
    ] as const)
      assert.deepEqual(await styled(content), expected, content);
  });
});
