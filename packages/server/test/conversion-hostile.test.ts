import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { FORMATS } from '@fieldbridge/formats';
import fc from 'fast-check';
import { archive } from '../testing/archive.ts';
import { ConversionClient, corpus, corpusFiles, type ReportAnswer } from '../testing/conversion-client.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

// Malicious or damaged files through HTTP. The answer always has a code, the server survives, and the job keeps its
// last good revision.

let server: TestServer;
let client: ConversionClient;
let jobId = '';
before(async () => {
  server = await startTestServer({ converterSeconds: 120 });
  client = ConversionClient.of(server);
  ({ jobId } = await client.createJob());
  await client.append(jobId, 'csv', 'name,northing,easting,elevation\nGOOD,1,2,3\nBETTER,2,3,4\n', 'good.csv');
  assert.notEqual((await client.lastImport(jobId)).result, 'failed');
});
after(async () => {
  assert.doesNotMatch(server.log(), /"level":50/, 'none of this is an error of the server');
  await server[Symbol.asyncDispose]();
});

const CODE = /^[a-z][a-z0-9-]+$/;

interface Reported {
  readonly status: number;
  readonly code: string;
  readonly reason: string;
  readonly detail: string;
  readonly counts: Record<string, number>;
  readonly issues: string[];
}

/** Requests a report: 200, or a client error with a code. */
async function report(format: string, bytes: Uint8Array | string, name: string): Promise<Reported> {
  const answer = await client.send(
    'POST',
    `/job/${jobId}/${format}?filename=${encodeURIComponent(name)}`,
    bytes as RequestInit['body'],
  );
  if (answer.status === 200) {
    const { counts, issues } = answer.json<ReportAnswer>();
    return { status: 200, code: '', reason: '', detail: '', counts, issues: issues.map((issue) => issue.code) };
  }
  const { code, reason = '', detail } = answer.json<{ code: string; reason?: string; detail: string }>();
  assert.notEqual(reason, 'converter-time', `${name}: ${detail}`);
  assert.ok(answer.status >= 400 && answer.status < 500, `${name}: ${answer.text.slice(0, 300)}`);
  assert.match(code, CODE);
  assert.doesNotMatch(detail, /\n\s+at |node_modules|\/packages\//, 'no stack trace and no internal path is disclosed');
  return { status: answer.status, code, reason, detail, counts: {}, issues: [] };
}

async function jobIsWhole(): Promise<void> {
  assert.match((await client.download(jobId, 'csv')).text, /GOOD[\s\S]*BETTER/);
}

test('an XML entity bomb, external entities and deep nesting', async (t) => {
  const bomb = `<?xml version="1.0"?><!DOCTYPE LandXML [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, i) => `<!ENTITY a${i} "${`&a${i === 0 ? '' : i - 1};`.repeat(10)}">`).join('')}]><LandXML version="1.2">&a8;</LandXML>`;
  const external =
    '<?xml version="1.0"?><!DOCTYPE LandXML [<!ENTITY x SYSTEM "file:///etc/passwd">]><LandXML version="1.2"><Project name="&x;"/></LandXML>';
  const deep = `<LandXML xmlns="http://www.landxml.org/schema/LandXML-1.2" version="1.2">${'<Feature>'.repeat(200_000)}`;
  for (const [name, text] of Object.entries({ bomb, external, deep })) {
    await t.test(name, async () => {
      assert.notEqual((await report('auto', text, `${name}.xml`)).status, 200);
    });
  }
  await jobIsWhole();
});

/** The message for each archive. */
const WRONG: Readonly<Record<string, RegExp>> = {
  climbing: /relative path: \.\.\/\.\.\/\.\.\/tmp\/escaped\.mjf/,
  linked: /"job\.mjf" is a link/,
  huge: /1 != 4294967280/,
  'cut off': /cut off/,
  empty: /no manifest\.json/,
};

test('archives: a bomb, a name outside the folder, a link, a truncated one', async (t) => {
  for (const [name, bytes] of Object.entries(archives())) {
    await t.test(name, async () => {
      const { status, detail } = await report('mjfzip', bytes, `${name}.mjfzip`);
      assert.equal(status, 422);
      assert.match(detail, WRONG[name]!);
    });
  }
  await jobIsWhole();
});

test('unlimited growth is refused by a named limit, or left out with a code', async (t) => {
  const bomb = archive([{ name: 'job.mjf', data: Buffer.alloc(70 * 2 ** 20), deflate: true }]);
  const inner = archive([{ name: 'job.mjf', data: Buffer.from('x') }]);
  const nested = archive([{ name: 'inner.mjfzip', data: inner }]);
  const many = archive(Array.from({ length: 10_001 }, (_, i) => ({ name: `drawings/${i}`, data: Buffer.alloc(0) })));
  const entities = (blocks: string[], ...drawn: string[]): string =>
    ['0\nSECTION\n2\nBLOCKS', ...blocks, '0\nENDSEC\n0\nSECTION\n2\nENTITIES', ...drawn, '0\nENDSEC\n0\nEOF\n'].join(
      '\n',
    );
  const block = (name: string, ...held: string[]): string =>
    ['0\nBLOCK\n8\n0\n2', name, '10\n0\n20\n0', ...held, '0\nENDBLK\n8\n0'].join('\n');
  const insert = (name: string, rest = ''): string => `0\nINSERT\n8\n0\n2\n${name}\n10\n0\n20\n0${rest}`;
  const line = '0\nLINE\n8\n0\n10\n0\n20\n0\n11\n1\n21\n1';
  const tower = Array.from({ length: 12 }, (_, i) => block(`B${i}`, ...Array(10).fill(insert(`B${i + 1}`))));
  const content = deflateSync(Buffer.alloc(65 * 2 ** 20, '0 0 m 1 1 l S\n'));
  const pdf = Buffer.concat([
    Buffer.from(
      `%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>endobj\n4 0 obj<</Filter/FlateDecode/Length ${content.length}>>stream\n`,
    ),
    content,
    Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
  ]);
  const json = `{"type":"FeatureCollection","features":${'['.repeat(100_000)}`;
  for (const [name, bytes, limit] of [
    ['bomb.mjfzip', bomb, 'archiveRatio = 200'],
    ['nested.mjfzip', nested, 'archiveDepth = 0'],
    ['many.mjfzip', many, 'archiveEntries = 10000'],
    ['bomb.pdf', pdf, 'streamRatio = 200'],
    ['deep.geojson', json, 'depth = 64'],
  ] as const)
    await t.test(name, async () => {
      const { status, code, detail } = await report('auto', bytes, name);
      assert.deepEqual([status, code], [422, 'limit-exceeded']);
      assert.ok(detail.startsWith(`the limit ${limit} is exceeded: `), detail);
    });
  for (const [name, text, code] of [
    ['circle.dxf', entities([block('A', insert('B')), block('B', insert('A'))], insert('A'), line), 'block-circle'],
    ['tower.dxf', entities([...tower, block('B12', line)], insert('B0'), line), 'expansion-limit'],
    [
      'grid.dxf',
      entities([block('A', line)], insert('A', '\n70\n30000\n71\n30000\n44\n1\n45\n1'), line),
      'expansion-limit',
    ],
  ] as const)
    await t.test(name, async () => {
      const { status, counts, issues } = await report('auto', text, name);
      assert.deepEqual([status, counts['lines']], [200, 1], 'the other line is imported');
      assert.ok(issues.includes(code), issues.join());
    });
  await jobIsWhole();
});

test('empty files, noise, and texts with extensions of binary formats', async (t) => {
  const noise = Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 7919 + 13) % 251));
  for (const { id, loadReader } of FORMATS) {
    if (loadReader === undefined) continue;
    await t.test(id, async () => {
      await report(id, noise, `noise.${id}`);
      await report(id, 'hello\nworld\n', `text.${id}`);
      await report(id, '\n', `line.${id}`);
    });
  }
  await jobIsWhole();
});

test('every format, truncated at random and with random bytes changed', async (t) => {
  const samples = [
    ...corpusFiles('topcon', '.tp3', '.pt3'),
    'dxf/3dface.dxf',
    'dxf/sample_AC1009_binary.dxf',
    'landxml/j_landxml_sample.xml',
    'jobxml/test.jxl',
    ...corpusFiles('dgn/v7', '.dgn').slice(0, 2),
    ...corpusFiles('dxf/broken-or-odd', '.dxf').slice(0, 4),
  ];
  for (const path of samples) {
    await t.test(path, async () => {
      const bytes = corpus(path);
      await report('auto', bytes, basename(path));
      await fc.assert(
        fc.asyncProperty(
          fc.double({ min: 0, max: 1, noNaN: true }),
          fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 20 }),
          async (share, changes) => {
            const damaged = Buffer.from(bytes.subarray(0, Math.max(1, Math.floor(share * bytes.length))));
            for (const [at, value] of changes) damaged[at % damaged.length] = value;
            await report('auto', damaged, basename(path));
          },
        ),
        { numRuns: 4 },
      );
    });
  }
  await jobIsWhole();
});

test('a recognised file that cannot be read fails its import with the finding', async () => {
  const cut = corpus('dwg/sample_AC1032.dwg').subarray(0, 300);
  const { fileId } = await client.append(jobId, 'dwg', cut, 'cut.dwg');
  const { result, failure } = await client.lastImport(jobId);
  assert.equal(result, 'failed');
  assert.match(failure!.code, CODE);
  assert.ok(failure!.text.length > 10);
  const made = await client.uploadJob('dwg', cut, 'cut.dwg');
  const download = await client.send('GET', `/job/${made.jobId}/asdxf`);
  assert.equal(download.status, 422);
  assert.equal(download.json()['code'], 'import-failed');
  assert.equal(download.json()['reason'], failure!.code);
  assert.deepEqual((await client.send('GET', `/job/${jobId}/files/${fileId}/issues`)).json(), []);
  await jobIsWhole();
});

describe('names with folders or control characters, and endless ones, are only names', () => {
  for (const name of [
    '../../etc/passwd.csv',
    'a\u0000b\r\nX-Evil: 1.csv',
    `${'x'.repeat(900)}.csv`,
    '..',
    '/',
    'ä ö "quoted".csv',
  ])
    test(JSON.stringify(name), async () => {
      const { jobId: made } = await client.uploadJob(
        'csv',
        'name,northing,easting\nA,1,2\nB,3,4\n',
        undefined,
        `filename=${encodeURIComponent(name)}`,
      );
      const seen = (await client.lastImport(made)).name;
      assert.doesNotMatch(seen, /[/\\\u0000-\u001f]/);
      assert.ok(seen.length <= 200 && seen.length > 0);
      const { headers } = await client.download(made, 'csv');
      assert.match(headers.get('content-disposition')!, /^attachment; filename="[^"\r\n]*"; filename\*=UTF-8''\S+$/);
      await client.deleteJob(made);
    });
});

/** Small archives, each with a fault that no tool creates. */
function archives(): Record<string, Buffer> {
  const link = 0xa1ff * 0x10000;
  const job = 'job.mjf';
  return {
    climbing: archive([{ name: '../../../tmp/escaped.mjf', data: Buffer.from('x') }]),
    linked: archive([{ name: job, data: Buffer.from('/etc/passwd'), attributes: link }]),
    huge: archive([{ name: job, data: Buffer.from('x'), claims: 0xfffffff0 }]),
    'cut off': archive([{ name: job, data: Buffer.alloc(1000, 1) }]).subarray(0, 500),
    empty: archive([]),
  };
}
