import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { ConversionClient, corpus, type ReportAnswer } from '../testing/conversion-client.ts';
import { startTestServer } from '../testing/server.ts';

// The answers: downloads with any HTTP client, losses of a format, and helpful messages.

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const client = ConversionClient.of(server);
const { jobId } = await client.uploadJob('tp3', corpus('topcon/tps-bris.tp3'), 'tps-bris.tp3');
await client.status(jobId);
const POINTS = 'name,northing,easting,elevation\nA,1,2,3\nB,2,3,4\n';
const get = (path: string, headers: Record<string, string> = {}) => client.send('GET', path, undefined, headers);

/** The members of X-Conversion-Report; fails for duplicates. */
function membersOf(headers: Headers): Record<string, number> {
  const members = headers.get('x-conversion-report')!.split(', ');
  const pairs = members.map((member) => /^([a-z][a-z0-9-]*)=(\d+)$/.exec(member)!.slice(1) as [string, string]);
  assert.equal(new Set(pairs.map(([code]) => code)).size, pairs.length, 'a dictionary has each name once');
  return Object.fromEntries(pairs.map(([code, count]) => [code, Number(count)]));
}

describe('the losses of a format', () => {
  test('are counted in objects, in the header and in the list', async () => {
    const { counts } = await client.info(jobId);
    const dxf = membersOf((await client.download(jobId, 'dxf')).headers);
    assert.deepEqual(
      [dxf['plane-left-out'], dxf['control-point-left-out']],
      [counts['planes'], counts['controlPoints']],
    );
    assert.deepEqual([dxf['alignment-as-line'], dxf['time-left-out']], [1, 45], 'also altered objects, and fields');
    const csv = await client.download(jobId, 'csv');
    assert.equal(membersOf(csv.headers)['line-left-out'], counts['lines']);
    assert.equal(membersOf(csv.headers)['surface-left-out'], 4);
    const list = (await get(`/job/${jobId}/ascsv/report`)).json<{ code: string; count: number; text: string }[]>();
    assert.deepEqual(Object.fromEntries(list.map(({ code, count }) => [code, count])), membersOf(csv.headers));
    assert.match(list.find(({ code }) => code === 'line-left-out')!.text, /^45 lines left out/);
  });

  test('are one number if reader and writer report the same code', async () => {
    const made = await client.send('POST', '/convert?to=tp3&filename=a.tp3', corpus('topcon/tps-bris.tp3'));
    assert.equal(made.status, 200, made.text.slice(0, 300));
    assert.equal(membersOf(made.headers)['template-skipped'], 2);
  });

  test('are not reported if the format holds everything', async () => {
    assert.equal((await client.download(jobId)).headers.get('x-conversion-report'), null);
    assert.deepEqual((await get(`/job/${jobId}/asmjfzip/report`)).json(), []);
  });
});

describe('a download', () => {
  test('is sent to clients that accept its own type, any type, other types, or state none', async () => {
    for (const accept of [
      'image/vnd.dxf',
      'application/octet-stream',
      '*/*',
      'application/json',
      'text/html, */*;q=0.1',
    ])
      assert.equal((await get(`/job/${jobId}/asdxf`, { accept })).headers.get('content-type'), 'image/vnd.dxf', accept);
    assert.equal((await get(`/job/${jobId}`, { accept: 'application/zip' })).status, 200);
    const convert = await client.send('POST', '/convert?to=csv', POINTS, { accept: 'text/csv' });
    assert.deepEqual([convert.status, convert.headers.get('content-type')], [200, 'text/csv']);
    assert.equal(
      (await get(`/job/${jobId}/info`, { accept: 'text/csv' })).status,
      406,
      'a client that accepts only JSON gets no CSV',
    );
  });

  test('is not sent again to a client that has it, with any form of If-None-Match', async () => {
    const path = `/job/${jobId}/ascsv`;
    const etag = (await get(path)).headers.get('etag')!;
    for (const header of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await get(path, { 'if-none-match': header, range: 'bytes=0-3' });
      assert.deepEqual([answer.status, answer.bytes.length, answer.headers.get('etag')], [304, 0, etag], header);
    }
    assert.equal((await get(path, { 'if-none-match': '"other"' })).status, 200);
  });

  test('supports the ranges of RFC 9110; several at once give the whole file', async () => {
    const path = `/job/${jobId}/ascsv`;
    const whole = await get(path);
    const { length } = whole.bytes;
    for (const [range, from, to] of [
      ['bytes=0-0', 0, 1],
      [`bytes=${length - 1}-`, length - 1, length],
      [`bytes=5-${length + 100}`, 5, length],
      [`bytes=-${length + 100}`, 0, length],
      ['bytes=-1', length - 1, length],
    ] as const) {
      const part = await get(path, { range, 'if-range': whole.headers.get('etag')! });
      assert.equal(part.status, 206, range);
      assert.deepEqual(part.bytes, whole.bytes.subarray(from, to), range);
      assert.equal(part.headers.get('content-range'), `bytes ${from}-${to - 1}/${length}`);
      assert.equal(part.headers.get('content-length'), String(to - from));
    }
    for (const range of ['bytes=0-0,5-6', 'bytes=5-2', 'bytes=-', 'lines=1-2', 'bytes=a-b']) {
      const all = await get(path, { range });
      assert.deepEqual([all.status, all.bytes.length], [200, length], range);
    }
    for (const range of [`bytes=${length}-`, 'bytes=-0'])
      assert.deepEqual([(await get(path, { range })).status, range], [416, range]);
    assert.equal((await get(path, { range: 'bytes=0-3', 'if-range': 'Sat, 21 Nov 2026 15:49:28 GMT' })).status, 200);
  });

  test('supports HEAD', async () => {
    const whole = await get(`/job/${jobId}/ascsv`);
    const head = await client.send('HEAD', `/job/${jobId}/ascsv`);
    assert.deepEqual([head.status, head.bytes.length], [200, 0]);
    for (const name of [
      'content-length',
      'etag',
      'content-type',
      'content-disposition',
      'repr-digest',
      'accept-ranges',
    ])
      assert.equal(head.headers.get(name), whole.headers.get(name), name);
    const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(whole.bytes));
    assert.equal(whole.headers.get('repr-digest'), `sha-256=:${Buffer.from(digest).toString('base64')}:`);
  });

  test('states if the format is guessed; for an unknown or ambiguous one, names the existing ones', async () => {
    const refused = await get(`/job/${jobId}/asrd3`);
    assert.deepEqual([refused.status, refused.json()['reason']], [422, 'experimental-only']);
    const guessed = await get(`/job/${jobId}/asrd3?experimental=true`);
    assert.deepEqual([guessed.status, guessed.headers.get('x-experimental')], [200, 'true']);
    assert.equal((await get(`/job/${jobId}/asdxf`)).headers.get('x-experimental'), null);
    for (const [wanted, known] of [
      ['nothing', ['mjfzip', 'dxf', 'csv']],
      ['xml', ['landxml', 'codelib']],
    ] as const) {
      const answer = await get(`/job/${jobId}/as${wanted}`);
      assert.equal(answer.status, 404);
      for (const one of known)
        assert.ok(answer.json<{ formats: string[] }>().formats.includes(one), `${wanted}: ${one}`);
    }
  });
});

describe('partial success', () => {
  test('means that something selected was skipped or altered, not something deselected', async () => {
    const outcome = async (selected: (kind: string) => boolean) => {
      const made = await client.createJob();
      const filter = await client.report(made.jobId, 'tp3', corpus('topcon/tps-bris.tp3'), 'bris.tp3');
      assert.ok(filter.issues.some(({ severity }) => severity === 'warning'));
      const copy: ReportAnswer = structuredClone(filter);
      for (const { group, entries } of copy.selection)
        if (group === 'kinds') for (const one of entries) one.selected = selected(one.kind);
      await client.importFiltered(copy);
      const { result, issues } = await client.lastImport(made.jobId);
      return [result, issues.warnings];
    };
    assert.deepEqual(await outcome((kind) => kind === 'surface'), ['success', 0]);
    assert.deepEqual(await outcome((kind) => kind === 'alignment'), ['partialSuccess', 4]);
  });
});

describe('a refusal names the cure', () => {
  test('for an unknown option: the nearest one, also of the address', async () => {
    for (const [method, path, wrong, close] of [
      ['PUT', `/job/${jobId}/csv`, 'odrer', 'order'],
      ['PUT', `/job/${jobId}/csv`, 'onduplicates', 'onDuplicate'],
      ['POST', '/job/upload/csv', 'unti', 'unit'],
      ['POST', `/job/${jobId}/csv`, 'delimeter', 'delimiter'],
      ['POST', '/convert?from=csv&to=csv', 'delimeter', 'delimiter'],
      ['POST', '/convert?from=csv&to=dxf', 'lnework', 'linework'],
      ['POST', '/convert?from=csv&to=dxf', 'verison', 'version'],
      ['GET', `/job/${jobId}/asdxf`, 'verison', 'version'],
    ] as const) {
      const at = `${path}${path.includes('?') ? '&' : '?'}${wrong}=1`;
      const answer = await client.send(method, at, method === 'GET' ? undefined : POINTS);
      assert.equal(answer.status, 400, `${at}: ${answer.text}`);
      const [fault] = answer.json<{ errors: { parameter: string; nearest?: string; detail: string }[] }>().errors;
      assert.deepEqual([fault?.parameter, fault?.nearest], [wrong, close], answer.text);
      assert.match(fault!.detail, new RegExp(`did you mean ${close}\\?`));
    }
    const far = await client.send('PUT', `/job/${jobId}/csv?wallpaper=1`, POINTS);
    assert.match(far.text, /known: unit, .*onDuplicate/, 'if none is similar, all of them');
  });

  test('for a second import, a missing report, nothing to cancel, an unknown upload', async () => {
    const made = await client.createJob();
    const filter = await client.report(made.jobId, 'csv', POINTS, 'a.csv');
    await client.importFiltered(filter);
    await client.status(made.jobId);
    const appended = await client.append(made.jobId, 'csv', POINTS, 'b.csv');
    await client.status(made.jobId);
    const json = { 'content-type': 'application/json' };
    for (const [method, path, status, code, words] of [
      ['PUT', `/job/${made.jobId}/filtered/${filter.fileId}`, 409, 'already-imported', /\?again=true/],
      ['PUT', `/job/${made.jobId}/filtered/${appended.fileId}`, 409, 'report-missing', /POST \/job\/\{jobId\}/],
      ['GET', `/job/${made.jobId}/files/${appended.fileId}/report`, 409, 'report-missing', /POST \/job\/\{jobId\}/],
      ['POST', `/job/${made.jobId}/files/${filter.fileId}/cancel`, 409, 'not-running', /is waiting or running/],
      ['PUT', `/job/${made.jobId}/csv?upload=${crypto.randomUUID()}`, 404, 'upload-unknown', /expired/],
      ['GET', `/job/${made.jobId}/files/${crypto.randomUUID()}/report`, 404, 'not-found', /no such file/],
    ] as const) {
      const answer = await client.send(method, path, method === 'PUT' ? '{}' : undefined, method === 'PUT' ? json : {});
      assert.deepEqual([answer.status, answer.json()['code']], [status, code], `${path}: ${answer.text}`);
      assert.match(String(answer.json()['detail']), words);
    }
  });
});

describe('texts that a spreadsheet would run as formulas', () => {
  for (const [query, headers, expected] of [
    ['', {}, '=HYPERLINK'],
    ['', { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' }, "'=HYPERLINK"],
    ['', { 'sec-fetch-site': 'same-origin' }, "'=HYPERLINK"],
    ['?formulas=escape', {}, "'=HYPERLINK"],
    ['?formulas=keep', { 'user-agent': 'Mozilla/5.0' }, '=HYPERLINK'],
  ] as const)
    test(`${query} ${JSON.stringify(headers)}: ${expected}`, async () => {
      const { jobId } = await client.createJob();
      await client.append(jobId, 'csv', 'name,northing,easting,code\nA,-1,-2,=HYPERLINK\n', 'a.csv');
      const { text } = await client.send('GET', `/job/${jobId}/ascsv${query}`, undefined, headers);
      assert.equal(text.split('\n')[1], `A,-1,-2,,${expected},,a`);
      const parameters = `to=csv&filename=a.csv${query.replace('?', '&')}`;
      const body = 'name,northing,easting,code\nA,-1,-2,=HYPERLINK\n';
      const converted = await client.send('POST', `/convert?${parameters}`, body, headers);
      assert.equal(converted.text.split('\n')[1], `A,-1,-2,,${expected},,a`);
    });
});
