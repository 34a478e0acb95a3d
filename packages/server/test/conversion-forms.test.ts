import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Answer, ConversionClient } from '../testing/conversion-client.ts';
import { startTestServer, stopFaultless, type TestServer } from '../testing/server.ts';

// File names, and the contents of forms.

const POINTS = 'name,northing,easting,elevation,code\nA,1,2,3,K\nB,2,3,4,L\n';
let server: TestServer;
let client: ConversionClient;
before(async () => {
  server = await startTestServer({ logLevel: 'error' });
  client = ConversionClient.of(server);
});
after(() => stopFaultless(server));

const codeOf = (answer: Answer): unknown[] => [answer.status, answer.status < 400 ? '' : answer.json()['code']];

test('a name keeps its characters however it is sent, and never ends with half a character', async () => {
  const utf8 = (text: string): string => Buffer.from(text).toString('latin1');
  const form = new FormData();
  form.append('file', new Blob([POINTS]), 'Höhen-Ø-測量.csv');
  const { jobId } = await client.createJob();
  const long = `😀${'a'.repeat(195)}.csv`;
  const put = (headers: Record<string, string>, body: string | FormData = POINTS, query = '') =>
    client.send('PUT', `/job/${jobId}/AUTO${query}`, body, headers);
  for (const [name, send] of [
    ['Höhen-Ø-測量.csv', () => put({}, form)],
    ['Höhe.csv', () => put({ 'content-disposition': utf8('attachment; filename="Höhe.csv"') })],
    ['Höhe.csv', () => put({ 'content-disposition': 'attachment; filename="H\u00f6he.csv"' })],
    ['plain.csv', () => put({ 'content-disposition': `attachment; filename="plain.csv"; filename*=UTF-8''%E0%A4%A` })],
    ['b.csv', () => put({ 'content-disposition': 'attachment; xfilename=a.csv; filename=b.csv' })],
    [long.slice(2), () => put({}, POINTS, `?filename=${encodeURIComponent(long)}`)],
    ['upload', () => put({})],
  ] as const) {
    const answer = await send();
    assert.equal(answer.status, 202, answer.text);
    assert.equal((await client.lastImport(jobId)).name, name);
  }
  const converted = await client.send('POST', `/convert?to=csv&filename=${encodeURIComponent(long)}`, POINTS);
  assert.equal(converted.status, 200, converted.text);
  assert.equal(
    converted.headers.get('content-disposition'),
    `attachment; filename="${long.slice(2)}"; filename*=UTF-8''${long.slice(2)}`,
  );
});

/** A drawing with a line on layer Kerb that attaches another file. */
function drawing(attached?: string): string {
  const groups: (string | number)[] = [0, 'SECTION', 2, 'HEADER', 9, '$INSUNITS', 70, 6, 0, 'ENDSEC'];
  const block = [0, 'BLOCK', 8, 0, 2, 'x', 70, 4, 10, 0, 20, 0, 30, 0, 3, 'x', 1, attached ?? '', 0, 'ENDBLK', 8, 0];
  if (attached !== undefined) groups.push(0, 'SECTION', 2, 'BLOCKS', ...block, 0, 'ENDSEC');
  groups.push(0, 'SECTION', 2, 'ENTITIES', 0, 'LINE', 8, 'Kerb', 10, 0, 20, 0, 30, 0, 11, 1, 21, 0, 31, 0);
  if (attached !== undefined) groups.push(0, 'INSERT', 8, 0, 2, 'x', 10, 10, 20, 20, 30, 0);
  return [...groups, 0, 'ENDSEC', 0, 'EOF', ''].join('\n');
}

describe('a form', () => {
  const send = (form: FormData, query = '') => client.send('POST', `/convert?from=csv&to=csv${query}`, form);
  const part = (text: string) => new Blob([text]);

  test('may have a boundary of any valid length, and is refused with a longer one, without a server error', async () => {
    const sendWith = (boundary: string, extra = '') => {
      const head = 'Content-Disposition: form-data; name="file"; filename="a.csv"';
      return client.send(
        'POST',
        '/convert?from=csv&to=csv',
        `--${boundary}\r\n${head}\r\n\r\n${POINTS}\r\n--${boundary}--\r\n`,
        { 'content-type': `multipart/form-data; boundary=${boundary}${extra}` },
      );
    };
    for (const length of [1, 70, 220]) assert.equal((await sendWith('b'.repeat(length))).status, 200, String(length));
    for (const length of [221, 253, 256, 257, 5000]) {
      const refused = await sendWith('b'.repeat(length));
      assert.deepEqual(codeOf(refused), [400, 'malformed-request'], String(length));
      assert.match(
        String(refused.json()['detail']),
        /250 characters at most; its boundary should have no more than 70/,
      );
    }
    const twice = await sendWith('b', `; boundary=${'c'.repeat(300)}`);
    assert.deepEqual(codeOf(twice), [400, 'malformed-request']);
  });

  test('has one file; an empty file field does not count', async () => {
    const two = new FormData();
    two.append('first', part(POINTS), 'a.csv');
    two.append('second', part(POINTS), '../b.csv');
    const refused = await send(two);
    assert.deepEqual(codeOf(refused), [400, 'malformed-request']);
    assert.match(String(refused.json()['detail']), /a second file, "b\.csv"; send each in a separate request/);
    const empty = new FormData();
    empty.append('file', part(POINTS), 'a.csv');
    empty.append('other', part(''), '');
    empty.append('unit', 'm');
    const answer = await send(empty, '&to.unit=ft');
    assert.equal(answer.status, 200, answer.text);
    assert.match(answer.text, /\nA,3\.28083\d*,/, 'the option after the empty field counts: 1 m is 3.2808 ft');
  });

  describe('with drawings that attach each other', () => {
    const master = drawing('north\\ref.dxf');
    const formOf = (...files: readonly (readonly [string, string])[]): FormData => {
      const form = new FormData();
      for (const [name, text] of files) form.append('file', part(text), name);
      return form;
    };
    const layersOf = async (form: FormData, path: string, method = 'POST'): Promise<unknown> => {
      const answer = await client.send(method, path, form);
      assert.equal(answer.status, 202, answer.text);
      const { jobId } = answer.json<{ jobId: string }>();
      await client.send('GET', `/job/${jobId}/status?wait=30`);
      const { layers } = (await client.send('GET', `/job/${jobId}/info`)).json<{ layers: string[] }>();
      return layers.filter((name) => name.includes('Kerb'));
    };

    for (const format of ['auto', 'dxf', 'DGN'])
      test(`is read as the one that no other attaches, with format ${format}`, async () => {
        const form = formOf(['ref.dxf', drawing()], ['other/master.dxf', master]);
        assert.deepEqual(await layersOf(form, `/job/upload/${format}`), ['Kerb', 'ref|Kerb']);
      });

    test('is appended, and named after the first', async () => {
      const { jobId } = await client.createJob();
      const form = formOf(['master.dxf', master], ['ref.dxf', drawing()]);
      form.append('as', 'features');
      assert.deepEqual(await layersOf(form, `/job/${jobId}/dxf`, 'PUT'), ['Kerb', 'ref|Kerb']);
      const { name, result, issues } = await client.lastImport(jobId);
      assert.deepEqual([name, result], ['master.zip', 'success'], JSON.stringify(issues));
    });

    test('is read as the one of the option, also where two have the same name', async () => {
      const form = formOf(['ref.dxf', drawing()], ['REF.dxf', master]);
      const answer = await client.send('POST', '/convert?to=geojson&file=1/REF.dxf', form);
      assert.equal(answer.status, 200, answer.text);
      assert.match(answer.text, /"ref\|Kerb"/i);
    });

    test('and anything else is refused with its name', async () => {
      for (const form of [
        formOf(['a.dxf', master], ['ref.dxf', drawing()], ['points.csv', POINTS]),
        formOf(['points.csv', POINTS], ['a.dxf', master]),
      ]) {
        const refused = await client.send('POST', '/convert?to=geojson', form);
        assert.deepEqual(codeOf(refused), [400, 'malformed-request'], refused.text);
        assert.match(
          String(refused.json()['detail']),
          /a second file, "(points\.csv|a\.dxf)".*Only drawings \(DXF, DWG, DGN\)/,
        );
      }
    });
  });

  describe('states each option once: a duplicate, also in the query, is refused by name', () => {
    for (const [fields, query] of [
      [['unit', 'unit'], ''],
      [['unit'], '&unit=m'],
      [['unit', 'unit'], '&unit=m'],
    ] as const)
      test(JSON.stringify(fields), async () => {
        const form = new FormData();
        for (const field of fields) form.append(field, 'm');
        form.append('file', part(POINTS), 'a.csv');
        const refused = await send(form, query);
        assert.deepEqual(codeOf(refused), [400, 'invalid-parameter'], refused.text);
        assert.equal(refused.json<{ errors: { parameter: string }[] }>().errors[0]!.parameter, 'unit');
      });
  });

  test('is refused with a reason when it has too many fields, a field that is too long, or a harmful name', async () => {
    const many = new FormData();
    for (let i = 0; i < 60; i++) many.append(`field${i}`, 'x');
    const long = new FormData();
    long.append('crs', 'x'.repeat(30_000));
    const harmful = new FormData();
    harmful.append('__proto__', 'x');
    for (const [form, words] of [
      [many, /fields limit/],
      [long, /crs is too long/],
      [harmful, /prototype/],
    ] as const) {
      form.append('file', part(POINTS), 'a.csv');
      const refused = await send(form);
      assert.equal(refused.status, 400, refused.text);
      assert.match(String(refused.json()['detail']), words);
    }
  });
});
