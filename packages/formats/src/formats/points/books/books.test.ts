import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { FormatError } from '../../../core/failure.ts';
import { tryRead } from '../testing/journey.ts';

const wide = (text: string, width = 16): string => text.padEnd(width);
const right = (text: string, width = 16): string => text.padStart(width);
const m5 = (address: number, point: string, ...blocks: string[]): string =>
  [`For M5|Adr ${right(String(address), 5)}|PI1 ${wide(point, 27)}`, ...blocks.map((one) => wide(one, 22)), ''].join(
    '|',
  );

/** Books from manuals and public descriptions: name in the refusal, number of header lines, lines. */
const BOOKS: readonly (readonly [name: string, headerLines: number, lines: readonly string[]])[] = [
  [
    'Nikon RAW',
    4,
    [
      'CO,Nikon RAW data format V2.00',
      'CO,SITE7',
      'CO,Dist Units: Metres',
      'CO,Coord Order: NEZ',
      'MP,1,,1000.000,2000.000,50.000,ST',
      'CO,Temp:20C Press:760mmHg Prism:0 04-Feb-2010 13:47:08',
      'ST,1,,2,,1.430,0.0000,0.0000',
      'F1,2,1.500,12.500,0.0000,110.5344,13:47:08',
      'SS,3,1.500,8.986,107.9916,102.3376,14:00:04,P',
      'SS,4,1.500,7.706,110.4894,103.4372,14:00:51,P',
    ],
  ],
  [
    'Ruide RAW',
    2,
    [
      'CO,Ruide Raw data',
      'CO,Instrument: Ruide R2 115101',
      'MP,1,,10.000,10.000,1.000,VM',
      'ST,1,,5,,1.600,45.0000,0.0000',
      'F1,5,1.800,1.999,176.5958,99.2715, 23:26:28',
      'SS,2,1.800,1.088,359.5959,62.4302, 22:38:45,MA',
      'SO,,,1.800,1.089,5.0432,84.5528, 22:40:28,',
    ],
  ],
  [
    'TDS or Carlson RW5',
    1,
    [
      'JB,NMSITE,DT06-27-2003,TM14:21:53',
      'MO,AD0,UN1,SF1.00000000,EC1,EO0.0,AU0',
      '--Site 7',
      'SP,PN1,N 5000.0000,E 5000.0000,EL100.0000,--CP',
      'OC,OP1,N 5000.00000,E 5000.00000,EL100.000,--CP',
      'LS,HI5.000000,HR6.000000',
      'BK,OP1,BP2,BS315.0000,BC0.0044',
      'SS,OP1,FP3,AR50.1000,ZE90.0000,SD33.3566,--FENCE',
      'GPS,PN20,LA42.214630,LN-71.081320,EL-21.6,--CP',
    ],
  ],
  [
    'Sokkia SDR',
    4,
    [
      '00NMSDR33V04-01     01-Jan-02 00:00 113111',
      `10NM${wide('SITE7')}121111`,
      '06NM1.00000000',
      `01KI1:Set 500     ${'0'.repeat(20)}`,
      `02TP${right('STN1')}${wide('1000.000')}${wide('2000.000')}${wide('50.000')}${wide('1.500')}CP`,
      `08KI${right('BS1')}${wide('1100.000')}${wide('2000.000')}${wide('51.000')}CP`,
      `07TP${right('STN1')}${right('BS1')}${wide('0.00000')}${wide('0.00000')}`,
      '03NM1.600',
      `09F1${right('STN1')}${right('101')}${wide('33.356')}${wide('90.12345')}${wide('101.12345')}TREE`,
    ],
  ],
  [
    'Sokkia SDR',
    2,
    [
      '00NMSDR20V03-05     01-Jan-02 00:00 111111',
      `10NM${wide('SITE7')}`,
      `02TP0001${wide('1000.000', 10)}${wide('2000.000', 10)}${wide('50.000', 10)}${wide('1.500', 10)}CP`,
      `08TP0002${wide('1100.000', 10)}${wide('2000.000', 10)}${wide('51.000', 10)}CP`,
      '03NM1.600',
      `09F100010101${wide('33.356', 10)}${wide('90.1234', 10)}${wide('101.12345', 10)}TREE`,
    ],
  ],
  [
    'Trimble DC',
    2,
    [
      '00NMSC V10-70       01-Jan-02 00:00 111111',
      `10NM${wide('SITE7')}1211111`,
      `69KI${right('CP1')}${wide('1000.000')}${wide('2000.000')}${wide('50.000')}CP`,
      `79F1${right('0001')}${right('101')}${wide('33.356')}${wide('90.12345')}${wide('101.12345')}TREE`,
    ],
  ],
  [
    'Zeiss REC',
    0,
    [
      m5(1, '2154H', 'th 1.600          m', '', ''),
      m5(2, '2155H', 'SD        33.356 m', 'Hz       101.1234 gon', 'V1        98.1234 gon'),
      m5(3, '2155H', 'Y       1000.000 m', 'X       2000.000 m', 'Z          50.000 m'),
    ],
  ],
  [
    'Zeiss REC',
    0,
    [
      m5(1, '1', 'SD 33.356 m', 'Hz 101.12 gon', 'V1 98.12 gon').replace('M5', 'R4'),
      m5(2, '2', 'SD 33.356 m', 'Hz 101.12 gon', 'V1 98.12 gon').replace('M5', 'R5'),
    ],
  ],
  [
    'Zeiss or Trimble DiNi levelling',
    0,
    [
      m5(3, '1     10:12:11 1     1', 'Rb        1.49585 m', 'HD          9.988 m', ''),
      m5(4, '2     10:13:11 1     1', 'Rf        1.19585 m', 'HD          9.988 m', ''),
    ],
  ],
  [
    'Zeiss REC 500',
    0,
    [
      '   1             1   CP            SD     33.356  Hz   101.1234  V1    98.1234',
      '   2             2   TREE          SD     43.356  Hz   111.1234  V1    97.1234',
    ],
  ],
  [
    'Topcon GTS-6',
    0,
    [
      "\u0002_'STN1_(CP_)1.500_+BS1_ <0981234+0000000d_*_,1.600                    1234\u0003",
      '\u0002_+101_ ?+00033356m0981234+1011234d00033356t00-00+00_*TREE_,1.600       1234\u0003',
      '\u0002_+102_ ?+00034356m0981234+1021234d00034356t00-00+00_*TREE_,1.600       1234\u0003',
      '\u0004',
    ],
  ],
  ['Topcon GTS-6', 0, ["_'STN1_(CP_)1.500_+101_ ?+00033356m0981234+1011234d00033356t00-00+00_*TREE_,1.600"]],
  [
    'Geodimeter',
    0,
    ['50=SITE7', '51=01.02', '0=Sokol', '2=1', '3=1.430', '5=2', '7=0.0000', '8=100.1234', '9=33.356', '4=TREE'],
  ],
  [
    'Sokkia SET',
    1,
    [
      'A,SET4C,10001,5802,5406,E0',
      '12,Ea,0000,?,0.085,0,7.215,102.3040,288.0700,4A',
      '13,Eh,0000,?,1.500,7,1013.931,2066.974,144.970,6.570,95.2620,185.5210,D7',
      '14,Ee,0000,?,0.000,7,273.4350,310.1820,0.0020,-0.0010,4E',
      '15,Ee,0000,?,0.000,7,276.0810,285.1000,0.0015,-0.0010,4A',
    ],
  ],
  [
    'South or NTS',
    0,
    [
      'STA   ST001,1.205,AD',
      'XYZ   100.000,100.000,10.000',
      'BKB   BS001,45.2526,50.0000',
      'BS    BS001,1.800',
      'HVD   98.2354,90.2314,10.235',
      'SC    A1,1.800,CODE1',
      'NEZ   104.662,99.567,10.214',
    ],
  ],
];

/** The refusal of a text, or the result of reading it. */
async function refusal(text: string | Uint8Array, name: string, options = {}): Promise<Record<string, unknown>> {
  try {
    const { job } = await tryRead(text, { name, options });
    return { points: job.points.length };
  } catch (error) {
    const { code, parameters, message } = error as FormatError;
    return { code, name: parameters?.['name'], message };
  }
}

describe('a field book is refused with its name', () => {
  for (const [name, headerLines, lines] of BOOKS) {
    const text = `${lines.join('\n')}\n`;
    test(`${name}, with any file name and line ends: ${JSON.stringify(lines[0]!.slice(0, 30))}`, async () => {
      for (const file of ['book.txt', 'book.csv', 'book.raw', 'book'])
        for (const content of [text, text.replaceAll('\n', '\r\n'), `\ufeff${text}`, text.trimEnd()]) {
          const refused = await refusal(content, file);
          assert.deepEqual([refused['code'], refused['name']], ['field-book', name], `${file}: ${refused['message']}`);
        }
    });

    test(`${name} without its header, or truncated after any line, is not read as points`, async () => {
      const headless = lines.slice(headerLines);
      assert.equal((await refusal(headless.join('\n'), 'book.txt'))['code'], 'field-book');
      for (let kept = headerLines + 1; kept <= lines.length; kept++) {
        const refused = await refusal(lines.slice(0, kept).join('\n'), 'book.txt');
        assert.equal(refused['points'], undefined, `${kept} lines`);
      }
      for (let skipped = headerLines; skipped < lines.length - 1; skipped++) {
        const refused = await refusal(lines.slice(skipped).join('\n'), 'book.txt');
        assert.equal(refused['points'], undefined, `from line ${skipped + 1}`);
      }
    });
  }

  describe('a header is enough, wherever the rest is truncated', () => {
    for (const [name, headerLines, lines] of BOOKS.filter(([, header]) => header > 0))
      test(name, async () => {
        const text = lines.join('\n');
        for (let size = lines.slice(0, headerLines).join('\n').length; size < text.length; size += 7)
          assert.equal((await refusal(text.slice(0, size), 'book.txt'))['name'], name, `${name}, ${size} bytes`);
      });
  });

  test('with the header of another maker the records decide, and both are named', async () => {
    for (const [stated, header, top] of BOOKS)
      for (const [name, headerLines, lines] of BOOKS) {
        if (header === 0 || stated === name) continue;
        const refused = await refusal([top[0], ...lines.slice(headerLines)].join('\n'), 'book.txt');
        assert.equal(refused['code'], 'field-book', `${name} under ${stated}`);
        const isAlike = ['Nikon RAW', 'Sokkia SDR', 'Ruide RAW', 'Trimble DC'].includes(name);
        if (!isAlike) assert.equal(refused['name'], `${name} under a header of ${stated}`);
      }
  });

  test('the message names the finding and the cure', async () => {
    const { message } = await refusal(BOOKS[0]![2].join('\n'), 'book.txt');
    assert.equal(
      message,
      'a field book (Nikon RAW) holds measurements, not coordinates: line 5 is "MP,1,,1000.000,2000.000,50.000,ST"; ' +
        'export coordinates from the instrument or its office program, or state columns if it is a list of points',
    );
  });

  test('stated columns override the recognition', async () => {
    const text = 'MP,1,,1000.000,2000.000,50.000,ST\nMP,2,,1000.500,2000.500,51.000,ST\n';
    assert.equal((await refusal(text, 'p.txt'))['code'], 'field-book');
    const { job } = await tryRead(text, { options: { columns: '-,name,-,northing,easting,elevation,code' } });
    assert.deepEqual([job.points.length, job.points.name.get(1), job.points.northing(1)], [2, '2', 1000.5]);
  });
});

/** Names like the words and codes at the start of lines in books. */
const NAMES = [
  ...[
    'SS',
    'ST',
    'MP',
    'CO',
    'F1',
    'CP',
    'SO',
    'JB',
    'OC',
    'LS',
    'BK',
    'GPS',
    'STA',
    'NEZ',
    'BS',
    'SD',
    'For M5',
    '_A',
  ],
  ...['02TP', '09F1', '08KI', '00NM', '+12', '-3', '11....', '110001+', '81..10+', 'JOB', 'NOTE', 'Hz', 'V1', 'REC'],
  ...['A1', '1', '7.5', 'PP-3', 'O=1', '5=', 'SDR33', 'Nikon', 'M5'],
];
const ROW = fc.record({
  name: fc.constantFrom(...NAMES),
  easting: fc.integer({ min: 1, max: 9_999_999 }).map((n) => (n / 1000).toFixed(3)),
  northing: fc.integer({ min: 1, max: 9_999_999 }).map((n) => (n / 1000).toFixed(3)),
  elevation: fc.integer({ min: 1, max: 999_999 }).map((n) => (n / 1000).toFixed(3)),
  code: fc.constantFrom('', 'TREE', '13:47:08', 'F1', '5=2', 'FP3', 'SS', '+1'),
});

describe('a file of points that looks like a field book is read', () => {
  for (const [delimiter, title] of [
    [',', 'commas'],
    [';', 'semicolons'],
    ['\t', 'tabs'],
  ] as const)
    for (const plus of ['', '+'])
      test(`names, words and codes of books in ${title}, numbers with "${plus}"`, async () => {
        const table = fc.array(ROW, { minLength: 2, maxLength: 12 });
        await fc.assert(
          fc.asyncProperty(table, async (rows) => {
            const lines = rows.map(({ name, easting, northing, elevation, code }) =>
              [name, ...[easting, northing, elevation].map((n) => plus + n), code].join(delimiter),
            );
            const { job } = await tryRead(`${lines.join('\n')}\n`, { name: 'p.txt', options: { order: 'EN' } });
            assert.equal(job.points.length, rows.length, lines.join('\n'));
            rows.forEach((row, i) => {
              const { points } = job;
              assert.deepEqual(
                [points.easting(i), points.northing(i), points.elevation(i)],
                [Number(row.easting), Number(row.northing), Number(row.elevation)],
              );
            });
          }),
          { numRuns: 150 },
        );
      });

  for (const [title, lines] of [
    [
      'SDR codes as names in aligned columns',
      ['02TP       1000.500   2000.250   30.1', '09F1       1001.500   2001.250   30.2'],
    ],
    ['names of four digits behind letters', ['02TP0001 1000.500 2000.250 30.1', '08TP0002 1001.500 2001.250 30.2']],
    ['stations ST with a height', ['ST,1000.500,2000.250,30.1', 'ST,1001.500,2001.250,30.2']],
    ['side shots SS with a time', ['SS,1000.500,2000.250,30.1,13:47:08', 'SS,1001.500,2001.250,30.2,13:48:08']],
    ['names with an equals sign', ['P=1,1000.500,2000.250,30.1', 'P=2,1001.500,2001.250,30.2']],
    ['names that begin with underscores', ['_1 1000.500 2000.250 30.1', '_2 1001.500 2001.250 30.2']],
    ['numbers with plus signs', ['1 +1000.500 +2000.250 +30.1', '2 +1001.500 +2001.250 +30.2']],
    ['a comment on Nikon', ['# CO,Nikon RAW data', 'A,1000.500,2000.250,30.1', 'B,1001.500,2001.250,30.2']],
    ['control and check points', ['CP,1000.500,2000.250,30.1,CP', 'CP,1001.500,2001.250,30.2,CP']],
    ['GSI-like names', ['110001+00000A01 1000.500 2000.250 30.1', '110002+00000A02 1001.500 2001.250 30.2']],
  ] as const)
    test(title, async () => {
      const { job } = await tryRead(`${lines.join('\n')}\n`, { name: 'p.txt' });
      assert.equal(job.points.length, 2);
      assert.deepEqual(
        [job.points.northing(1), job.points.easting(1), job.points.elevation(1)],
        [1001.5, 2001.25, 30.2],
      );
    });
});
