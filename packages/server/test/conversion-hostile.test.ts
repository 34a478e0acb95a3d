import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { after, before, test } from 'node:test';
import { FORMATS } from '@fieldbridge/formats';
import fc from 'fast-check';
import { ConversionClient, corpus, corpusFiles } from './support/conversion-client.ts';
import { startTestServer, type TestServer } from './support/server.ts';

// Files that mean harm or are merely broken, through HTTP. Whatever they are: an answer with a code, the server lives, the job
// keeps its last good revision.

let server: TestServer;
let client: ConversionClient;
let jobId = '';
before(async () => {
  server = await startTestServer();
  client = ConversionClient.of(server);
  ({ jobId } = await client.createJob());
  await client.append(jobId, 'csv', 'name,northing,easting,elevation\nGOOD,1,2,3\nBETTER,2,3,4\n', 'good.csv');
  assert.notEqual((await client.lastImport(jobId)).result, 'failed');
});
after(async () => {
  assert.doesNotMatch(server.log(), /"level":50/, 'nothing of it is an error of the server');
  await server[Symbol.asyncDispose]();
});

const CODE = /^[a-z][a-z0-9-]+$/;

/** Asks for a report: 200, or a refusal of the caller's making with a code. */
async function report(
  format: string,
  bytes: Uint8Array | string,
  name: string,
): Promise<{ status: number; code: string; reason: string }> {
  const started = Date.now();
  const answer = await client.send(
    'POST',
    `/job/${jobId}/${format}?filename=${encodeURIComponent(name)}`,
    bytes as RequestInit['body'],
  );
  assert.ok(Date.now() - started < 30_000, `${name} took ${Date.now() - started} ms`);
  if (answer.status === 200) return { status: 200, code: '', reason: '' };
  const { code, reason = '', detail } = answer.json<{ code: string; reason?: string; detail: string }>();
  assert.ok(answer.status >= 400 && answer.status < 500, `${name}: ${answer.text.slice(0, 300)}`);
  assert.match(code, CODE);
  assert.doesNotMatch(detail, /\n\s+at |node_modules|\/packages\//, 'no stack trace and no path of ours leaves');
  return { status: answer.status, code, reason };
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

test('archives: a bomb of nothing, a name that climbs out, a link, one that is cut off', async (t) => {
  for (const [name, bytes] of Object.entries(archives())) {
    await t.test(name, async () => {
      assert.notEqual((await report('mjfzip', bytes, `${name}.mjfzip`)).status, 200);
    });
  }
  await jobIsWhole();
});

test('empty files, noise, and texts under binary names', async (t) => {
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

test('every format cut off at random places, and with random bytes changed', async (t) => {
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

test('a recognised file that cannot be read fails its import with what was found', async () => {
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

test('names with folders, control characters and endless ones are only names', async () => {
  for (const name of [
    '../../etc/passwd.csv',
    'a\u0000b\r\nX-Evil: 1.csv',
    `${'x'.repeat(900)}.csv`,
    '..',
    '/',
    'ä ö "quoted".csv',
  ]) {
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
  }
});

/** Small archives with something wrong in each, byte by byte: no tool writes them. */
function archives(): Record<string, Buffer> {
  const entry = (name: string, data: Buffer, size = data.length, attributes = 0): Buffer[] => {
    const title = Buffer.from(name);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt32LE(data.length, 18);
    local.writeUInt32LE(size, 22);
    local.writeUInt16LE(title.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(0x031e, 4);
    central.writeUInt16LE(20, 6);
    central.writeUInt32LE(data.length, 20);
    central.writeUInt32LE(size, 24);
    central.writeUInt16LE(title.length, 28);
    central.writeUInt32LE(attributes, 38);
    return [Buffer.concat([local, title, data]), Buffer.concat([central, title])];
  };
  const zip = ([local, central]: Buffer[]): Buffer => {
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(1, 8);
    end.writeUInt16LE(1, 10);
    end.writeUInt32LE(central!.length, 12);
    end.writeUInt32LE(local!.length, 16);
    return Buffer.concat([local!, central!, end]);
  };
  const link = 0xa1ff * 0x10000;
  return {
    climbing: zip(entry('../../../tmp/escaped.mjf', Buffer.from('x'))),
    linked: zip(entry('job.mjf', Buffer.from('/etc/passwd'), 11, link)),
    huge: zip(entry('job.mjf', Buffer.from('x'), 0xfffffff0)),
    'cut off': zip(entry('job.mjf', Buffer.alloc(1000, 1))).subarray(0, 500),
    empty: Buffer.from('504b0506000000000000000000000000000000000000', 'hex'),
  };
}
