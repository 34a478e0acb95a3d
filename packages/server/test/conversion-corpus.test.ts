import assert from 'node:assert/strict';
import { basename, extname } from 'node:path';
import { after, before, test } from 'node:test';
import { FORMATS } from '@fieldbridge/formats';
import { ConversionClient, corpus, corpusFiles, type ReportAnswer, things } from '../testing/conversion-client.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

// Every real file through workflow A: report, complete import, partial import, and every suitable export.

const FILES = [
  ...corpusFiles('topcon', '.tp3', '.pt3'),
  ...corpusFiles('dxf', '.dxf').filter((name) => !name.includes('broken-or-odd')),
  ...corpusFiles('dwg', '.dwg'),
  ...corpusFiles('dgn', '.dgn'),
  ...corpusFiles('landxml', '.xml'),
  ...corpusFiles('jobxml', '.jxl'),
  ...corpusFiles('pdf', '.pdf'),
  ...corpusFiles('imodel', '.bim'),
];
const READABLE = FORMATS.filter(({ loadReader }) => loadReader !== undefined).map(({ id }) => id);
/** Folders whose format may not be installed, with that format. */
const NEEDS: Readonly<Record<string, string>> = {
  dwg: 'dwg',
  pdf: 'pdf',
  imodel: 'imodel',
  landxml: 'landxml',
  dgn: 'dgn',
};
/**
 * Number of formats in which each file is written, alternating so that each format gets several files;
 * `CORPUS_EXPORTS=all` writes all.
 */
const EXPORTS_PER_FILE = process.env['CORPUS_EXPORTS'] === 'all' ? Number.POSITIVE_INFINITY : 2;

let server: TestServer;
let client: ConversionClient;
before(async () => {
  server = await startTestServer();
  client = ConversionClient.of(server);
});
after(async () => {
  await server[Symbol.asyncDispose]();
});

function withKindOff(report: ReportAnswer, kind: string): ReportAnswer {
  const copy = structuredClone(report);
  for (const { group, entries } of copy.selection)
    if (group === 'kinds') for (const entry of entries) if (entry.kind === kind) entry.selected = false;
  return copy;
}

const COUNT_OF: Readonly<Record<string, string>> = {
  point: 'points',
  line: 'lines',
  area: 'areas',
  text: 'texts',
  surface: 'surfaces',
  alignment: 'alignments',
  plane: 'planes',
  controlPoint: 'controlPoints',
  code: 'codes',
  drawing: 'drawings',
  observation: 'observations',
};

for (const [index, path] of FILES.entries()) {
  test(`${path}: the import matches the report`, async (t) => {
    const format = NEEDS[path.split('/')[0]!];
    if (format !== undefined && !READABLE.includes(format)) return t.skip(`the format ${format} is not installed`);
    const { jobId } = await client.createJob();
    const extension = extname(path).slice(1).toLowerCase();
    const drawing = FORMATS.some((known) => known.drawing && known.extensions.includes(extension));
    const query = `filename=${basename(path)}${drawing ? '&as=features' : ''}`;
    const answer = await client.send('POST', `/job/${jobId}/auto?${query}`, corpus(path));
    if (path.includes('knot_oob')) {
      assert.ok([200, 422].includes(answer.status), 'a refusal of a malformed file is also an answer');
      return;
    }
    assert.equal(answer.status, 200, answer.text.slice(0, 500));
    const report = answer.json<ReportAnswer>();
    for (const { type, found, read, skipped } of report.source)
      assert.equal(found, read + skipped, `${type}: found = read + skipped`);

    // First a part: all kinds except one.
    const kinds = report.selection.find(({ group }) => group === 'kinds')?.entries ?? [];
    const off = kinds[index % Math.max(1, kinds.length)];
    await client.importFiltered(off === undefined ? report : withKindOff(report, off.kind));
    const part = await client.lastImport(jobId);
    assert.notEqual(part.result, 'failed', JSON.stringify(part.failure));
    const counts = (await client.info(jobId)).counts;
    for (const { kind, count } of kinds) {
      const promised = kind === off?.kind ? 0 : count;
      assert.equal(counts[COUNT_OF[kind]!], promised, `${kind}s of ${path} without ${off?.kind}`);
    }

    // Then a job with everything, written in formats that alternate from file to file.
    const whole = await client.uploadJob('auto', corpus(path), basename(path));
    const status = await client.lastImport(whole.jobId);
    if (kinds.length === 0) {
      // A seed file, or one of which nothing can be read.
      assert.deepEqual([status.result, status.failure?.code], ['failed', 'no-data'], path);
      return;
    }
    assert.notEqual(status.result, 'failed', JSON.stringify(status.failure));
    assert.deepEqual(things((await client.info(whole.jobId)).counts), things(report.counts));
    const writers = FORMATS.filter(({ loadWriter }) => loadWriter !== undefined);
    const fitting = Array.from(
      { length: Math.min(EXPORTS_PER_FILE, writers.length) },
      (_, i) => writers[(index * 2 + i) % writers.length]!,
    );
    for (const { id, writeOptions } of fitting) {
      const options = 'experimental' in writeOptions ? '?experimental=true' : '';
      const made = await client.send('GET', `/job/${whole.jobId}/as${id}${options}`);
      assert.ok(
        made.status === 200 || made.json()['code'] === 'export-failed',
        `${path} as ${id}: ${made.text.slice(0, 300)}`,
      );
      if (made.status === 200) assert.ok(made.bytes.length > 0, `${id} is empty`);
    }
    await client.deleteJob(jobId);
    await client.deleteJob(whole.jobId);
  });
}
