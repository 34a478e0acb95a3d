import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { deflateSync } from 'node:zlib';
import { type PdfObject, pdfOf, pdfOfPages } from '../../../testing/pdf-file.ts';
import { readWith } from '../../../testing/run-format.ts';
import { pdf } from './format.ts';
import { pageTreeOf } from './page-tree.ts';

const CORPUS = join(process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../../../shared/corpus'), 'pdf');
const CATALOGUE = { text: '<</Type/Catalog/Pages 2 0 R>>' };
const PAGE = { text: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 4 0 R>>' };
const LINE = { text: '', stream: Buffer.from('0 0 m 9 9 l S') };
/** A file with object 2 as the root of the page tree, 3 a page with a line, and 5 and on further nodes. */
const treeOf = (root: string, ...further: readonly string[]): Uint8Array =>
  pdfOf([CATALOGUE, { text: `<</Type/Pages${root}>>` }, PAGE, LINE, ...further.map((text): PdfObject => ({ text }))]);
const codesOf = async (bytes: Uint8Array): Promise<readonly [number, readonly string[]]> => {
  const { job, issues } = await readWith(pdf, bytes);
  return [job.lines.length, issues.places().map(({ code, severity }) => `${code} ${severity}`)];
};

describe('a page tree that refers to itself', () => {
  describe('is reported for any count, and the reachable pages are read', () => {
    const damaged = 'pdf-page-damaged error';
    const tree = 'pdf-page-tree-circular warning';
    for (const [what, bytes, lines, codes] of [
      ['a root that is its own child', treeOf('/Count 1/Kids[2 0 R]'), 0, [tree, damaged]],
      ['the same with a count of 0', treeOf('/Count 0/Kids[2 0 R]'), 0, [tree, 'pdf-no-page error']],
      ['a page, then the root', treeOf('/Count 2/Kids[3 0 R 2 0 R]'), 1, [tree, damaged]],
      ['the same after the last counted page', treeOf('/Count 1/Kids[3 0 R 2 0 R]'), 1, [tree]],
      [
        'a grandchild that is the root',
        treeOf('/Count 1/Kids[3 0 R 5 0 R]', '<</Type/Pages/Count 1/Parent 2 0 R/Kids[2 0 R]>>'),
        1,
        [tree],
      ],
      [
        'a child that is its own child',
        treeOf('/Count 1/Kids[3 0 R 5 0 R]', '<</Type/Pages/Count 1/Kids[ 5 0 R ]>>'),
        1,
        [tree],
      ],
    ] as const)
      it(JSON.stringify(what), async () => {
        assert.deepEqual(await codesOf(bytes), [lines, codes], what);
      });
  });

  it('is also found within an object stream', async () => {
    const objects = ['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Count 1/Kids[3 0 R 2 0 R]>>', PAGE.text];
    let offset = 0;
    const head = objects.map((text, i) => {
      const pair = `${i + 1} ${offset} `;
      offset += text.length;
      return pair;
    });
    const packed = deflateSync(head.join('') + objects.join(''));
    // A cross-reference stream of one, two and one bytes per entry: objects 1 to 3 are in 5, which is in the file like
    // 4 and 6.
    const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
    const places: number[] = [];
    const put = (number: number, dictionary: string, data: Uint8Array): void => {
      places[number] = Buffer.concat(parts).length;
      parts.push(
        Buffer.from(`${number} 0 obj <<${dictionary}/Length ${data.length}>> stream\n`),
        Buffer.from(data),
        Buffer.from('\nendstream endobj\n'),
      );
    };
    put(4, '', LINE.stream);
    put(5, `/Type/ObjStm/N 3/First ${head.join('').length}/Filter/FlateDecode`, packed);
    const at = Buffer.concat(parts).length;
    const entry = (kind: number, value: number, index: number): number[] => [kind, value >> 8, value & 255, index];
    const table = [
      entry(0, 0, 0),
      entry(2, 5, 0),
      entry(2, 5, 1),
      entry(2, 5, 2),
      entry(1, places[4]!, 0),
      entry(1, places[5]!, 0),
      entry(1, at, 0),
    ];
    put(6, '/Type/XRef/Size 7/W[1 2 1]/Root 1 0 R', Uint8Array.from(table.flat()));
    parts.push(Buffer.from(`startxref\n${at}\n%%EOF\n`));
    assert.deepEqual(await codesOf(Buffer.concat(parts)), [1, ['pdf-page-tree-circular warning']]);
  });

  it('in fifty thousand steps, or of fifty thousand nested nodes, is found in bounded time', () => {
    const nodes = Array.from(
      { length: 50_000 },
      (_, i) => `${i + 2} 0 obj <</Type/Pages/Count 1/Kids[${i + 3} 0 R]>> endobj\n`,
    );
    const chain = Buffer.from(`1 0 obj ${CATALOGUE.text} endobj\n${nodes.join('')}`);
    assert.deepEqual(pageTreeOf(chain), { loops: [], pages: 1 });
    const ring = Buffer.from(`${chain.toString('latin1')}50002 0 obj <</Kids[2 0 R]>> endobj`);
    assert.deepEqual(pageTreeOf(ring), { loops: [2], pages: 0 });
    // Each node contains the next one twice: 2^50 paths to its end, of which one is missing.
    const doubling = Array.from(
      { length: 50 },
      (_, i) => `${i + 2} 0 obj <</Kids[${i + 3} 0 R ${i + 3} 0 R]>> endobj\n`,
    );
    assert.equal(pageTreeOf(Buffer.from(`1 0 obj ${CATALOGUE.text} endobj\n${doubling.join('')}`)).loops.length, 0);
  });
});

describe('bytes made to be slow', () => {
  it('are examined once each, with any repetitions', () => {
    const many = (text: string): Buffer => Buffer.from(text.repeat(Math.floor(1e6 / text.length)));
    for (const text of ['/Kids', '/Kids[', '/Kids[1 0 R ', '/ObjStm', '/ObjStm stream', '/Pages', '1 0 obj/Kids['])
      assert.deepEqual(pageTreeOf(many(text)), { loops: [], pages: 0 }, text);
    // One list of as many pages as a file may have.
    const list = Array.from({ length: 100_000 }, (_, i) => `${i + 3} 0 R`).join(' ');
    assert.equal(
      pageTreeOf(Buffer.from(`1 0 obj <</Pages 2 0 R>> endobj 2 0 obj <</Kids[${list}]>> endobj`)).pages,
      100_000,
    );
  });
});

describe('a page tree with a wrong count', () => {
  describe('is reported if pages are lost by it, or if there are no pages', () => {
    for (const [what, root, lines, codes] of [
      ['more are listed than counted', '/Count 1/Kids[3 0 R 3 0 R 3 0 R]', 1, ['pdf-page-tree-count warning']],
      ['more are counted than listed', '/Count 5/Kids[3 0 R]', 1, []],
      ['far more are counted than listed', '/Count 1000000000/Kids[3 0 R]', 1, []],
      ['none are counted', '/Count 0/Kids[]', 0, ['pdf-no-page error']],
      ['one page twice', '/Count 2/Kids[3 0 R 3 0 R]', 2, []],
    ] as const)
      it(JSON.stringify(what), async () => {
        assert.deepEqual(await codesOf(treeOf(root)), [lines, codes], what);
      });
  });

  it('is not found in real, intact files', async () => {
    // pdfinfo: 14 pages and 3; the second has its tree in an unpacked object stream.
    for (const [name, pages] of [
      ['tracemonkey.pdf', 14],
      ['issue6127.pdf', 3],
    ] as const)
      assert.deepEqual(pageTreeOf(readFileSync(join(CORPUS, name))), { loops: [], pages }, name);
    const pages = Array.from({ length: 7 }, () => ({ content: '0 0 m 9 9 l S' }));
    assert.deepEqual(pageTreeOf(pdfOfPages(pages)), { loops: [], pages: 7 });
  });

  it('reports nothing for bytes that are not a tree', () => {
    for (const text of [
      '',
      '/Kids',
      '/Kids[',
      '/Kids[1 0 R]',
      '2 0 obj <</Kids 5 0 R>>',
      '/Pages 2 0 R',
      '/ObjStm',
      '/ObjStm/First 3 stream xx endstream',
      '2 0 obj <</Kids[2 0 R]>>',
    ])
      assert.deepEqual(pageTreeOf(Buffer.from(text)), { loops: [], pages: 0 }, text);
    // The second of two objects with the same number counts.
    const twice = '1 0 obj <</Pages 2 0 R>> 2 0 obj <</Kids[2 0 R]>> endobj 2 0 obj <</Kids[3 0 R]>> endobj';
    assert.deepEqual(pageTreeOf(Buffer.from(twice)), { loops: [], pages: 1 });
  });
});
