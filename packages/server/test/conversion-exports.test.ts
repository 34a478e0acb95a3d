import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { FORMATS } from '@fieldbridge/formats';
import { ConversionClient, corpus } from '../testing/conversion-client.ts';
import { startTestServer, stopFaultless, type TestServer } from '../testing/server.ts';
import { storeOf } from '../testing/store-of.ts';

// GET /formats documents the options of downloads: every documented value is accepted, and every other one is refused
// before anything is written.

interface Option {
  readonly type: 'string' | 'boolean' | 'integer' | 'number';
  readonly enum?: readonly (string | number)[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly description?: string;
}
interface Listed {
  readonly id: string;
  readonly extensions: readonly string[];
  readonly mediaTypes: readonly string[];
  readonly experimental: { readonly read: boolean; readonly write: boolean };
  readonly options: { readonly properties: Record<string, Option>; readonly additionalProperties: boolean };
}

/** Values of options that a schema cannot describe. */
const SAMPLES: Readonly<Record<string, readonly string[]>> = {
  unit: ['m'],
  crs: ['EPSG:28992', '28992'],
  columns: ['name,easting,northing', 'name northing easting elevation code'],
  delimiter: [';', 'tab'],
  list: ['a'],
  surface: [],
};
/** Number of values of an enumeration to try: the first ones and the last. */
const FEW = 3;
const WRITABLE = FORMATS.filter(({ loadWriter }) => loadWriter !== undefined).map(({ id }) => id);
const POINTS = 'name,northing,easting,elevation,code\nA,463000,155000,3,K\nB,463010,155010,4,L\nC,463010,155000,5,\n';
let server: TestServer;
let client: ConversionClient;
let targets: Listed[];
/** A job with data for each format: points, lines, surfaces, an alignment, planes, control points. */
let jobId = '';
/** A job with three points. */
let small = '';
before(async () => {
  server = await startTestServer({ logLevel: 'error', warmConverters: 2 });
  client = ConversionClient.of(server);
  targets = (await client.send('GET', '/formats?for=export')).json();
  ({ jobId } = await client.createJob({ unit: 'm', crs: 'EPSG:28992' }));
  await client.append(jobId, 'tp3', corpus('topcon/tps-bris.tp3'), 'bris.tp3');
  ({ jobId: small } = await client.createJob({ unit: 'm', crs: 'EPSG:28992' }));
  await client.append(small, 'csv', POINTS, 'a.csv');
  for (const job of [jobId, small]) assert.equal((await client.status(job)).revision, 1);
});
after(() => stopFaultless(server));

const target = (id: string): Listed => targets.find((listed) => listed.id === id)!;
const query = (given: Record<string, string>): string => new URLSearchParams(given).toString();
const needed = ({ options }: Listed): Record<string, string> =>
  'experimental' in options.properties ? { experimental: 'true' } : {};
const ask = (format: Listed, given: Record<string, string>, job = jobId) =>
  client.send('GET', `/job/${job}/as${format.id}?${query({ ...needed(format), ...given })}`);

/** Values of an option that its schema accepts. */
function takenBy(name: string, { type, enum: values, minimum, maximum }: Option): string[] {
  if (values !== undefined) return values.filter((_, at) => at < FEW - 1 || at === values.length - 1).map(String);
  if (type === 'boolean') return name === 'experimental' ? ['true'] : ['true', 'no'];
  if (type === 'string') return [...(SAMPLES[name] ?? [])];
  return [minimum, maximum].filter((one) => one !== undefined).map(String);
}

/** Values that it refuses. */
function refusedBy(name: string, { type, enum: values, minimum, maximum }: Option): string[] {
  if (values !== undefined) return ['nonsense', `${values[0]}x`, `${values[0]},${values.at(-1)}`];
  if (type === 'boolean') return ['perhaps', '2'];
  if (type === 'string') return name === 'unit' ? ['parsec', ''] : name === 'crs' ? ['somewhere'] : ['x'.repeat(5000)];
  const outside = [minimum === undefined ? [] : minimum - 1, maximum === undefined ? [] : maximum * 2 + 1]
    .flat()
    .map(String);
  return ['ten', '', 'NaN', '1e999', '0x10g', ...(type === 'integer' ? ['1.5'] : []), ...outside];
}

test('each option has a description, in a schema without additional properties', () => {
  assert.ok(targets.length >= 20);
  assert.deepEqual(targets.map(({ id }) => id).sort(), WRITABLE.toSorted());
  for (const { id, options } of targets) {
    assert.equal(options.additionalProperties, false, id);
    for (const [name, option] of Object.entries(options.properties)) {
      assert.ok((option.description ?? '').length > 10, `${id} ${name}`);
      if (option.enum !== undefined && option.default !== undefined)
        assert.ok(option.enum.includes(option.default as string), `${id} ${name}: ${option.default}`);
    }
  }
});

describe('every documented value of a format is accepted', () => {
  for (const id of WRITABLE)
    test(`${id}: one by one, and the answer is a file of that format with a suitable name`, async () => {
      const format = target(id);
      if (id === 'codelib') {
        // The job has no code library, and an empty file would look like one.
        const { status, text } = await ask(format, {});
        assert.deepEqual([status, JSON.parse(text).reason], [422, 'nothing-to-write']);
        return;
      }
      // Options are tried on the small job if it has data for the format.
      const job = (await ask(format, {}, small)).status === 200 ? small : jobId;
      const options = Object.entries(format.options.properties);
      const cases = [
        {},
        ...options.flatMap(([name, option]) => takenBy(name, option).map((value) => ({ [name]: value }))),
      ];
      for (const given of cases) {
        const { status, text, headers } = await ask(format, given, Object.keys(given).length === 0 ? jobId : job);
        const what = JSON.stringify(given);
        assert.equal(status, 200, `${what}: ${text.slice(0, 300)}`);
        assert.ok(Number(headers.get('content-length')) > 0, what);
        assert.ok(headers.get('content-disposition')!.includes(`.${format.extensions[0]}"`), what);
        if (format.mediaTypes[0] !== undefined)
          assert.equal(headers.get('content-type')!.split(';')[0], format.mediaTypes[0].split(';')[0], what);
      }
    });

  test('in upper or lower case', async () => {
    const csv = targets.find(({ id }) => id === 'csv')!;
    const whole = await ask(csv, { decimal: 'comma', lineEnd: 'crlf', delimiter: ';' });
    const other = await ask(csv, { decimal: 'COMMA', lineEnd: 'CRLF', delimiter: ';' });
    assert.deepEqual(other.bytes, whole.bytes);
    assert.equal(other.headers.get('etag'), whole.headers.get('etag'));
  });
});

describe('every other value is refused with the name of the option, before anything is written', () => {
  const kept = async () => (await storeOf(server, 'conversion').first('SELECT count(*) AS n FROM exports'))!['n'];
  for (const id of WRITABLE)
    test(id, async () => {
      const format = target(id);
      const before = await kept();
      for (const [name, option] of Object.entries(format.options.properties))
        for (const value of refusedBy(name, option)) {
          const refused = await ask(format, { [name]: value });
          assert.equal(refused.status, 400, `${name}=${value.slice(0, 20)}: ${refused.text.slice(0, 200)}`);
          const { code, errors } = refused.json<{ code: string; errors: { parameter: string }[] }>();
          assert.deepEqual([code, errors.map(({ parameter }) => parameter)], ['invalid-parameter', [name]]);
        }
      const unknown = await ask(format, { onDuplicate: 'keep', filename: 'x' });
      const { errors } = unknown.json<{ errors: { parameter: string }[] }>();
      assert.deepEqual([unknown.status, errors.map(({ parameter }) => parameter)], [400, ['onDuplicate', 'filename']]);
      assert.equal(await kept(), before, 'nothing was created');
    });
});

test('guessed formats are only written on request, by a download, its report, and in one call', async () => {
  const guessed = targets.filter(({ options }) => 'experimental' in options.properties).map(({ id }) => id);
  assert.deepEqual(guessed.toSorted(), ['gc3', 'pl3', 'rd3'], 'as in the contract');
  for (const id of guessed) {
    for (const said of ['', '?experimental=false'])
      for (const path of [`as${id}`, `as${id}/report`]) {
        const refused = await client.send('GET', `/job/${jobId}/${path}${said}`);
        assert.deepEqual([refused.status, refused.json()['reason']], [422, 'experimental-only'], `${path}${said}`);
        assert.match(String(refused.json()['detail']), /experimental=true/, 'with the option to state');
      }
    const convert = (said: string) => client.send('POST', `/convert?from=csv&to=${id}${said}`, POINTS);
    assert.equal((await convert('')).json()['reason'], 'experimental-only');
    const made = await convert('&experimental=true');
    if (made.status === 200) assert.equal(made.headers.get('x-experimental'), 'true', id);
    else
      assert.deepEqual(
        [made.status, made.json()['code'], made.json()['reason']],
        [422, 'export-failed', 'nothing-to-write'],
        'the file was read, but the target cannot hold it',
      );
  }
});

test('options of a points file work as described', async () => {
  const csv = targets.find(({ id }) => id === 'csv')!;
  const written = async (given: Record<string, string>) => (await ask(csv, given, small)).bytes;
  const columns = 'name,northing,easting,elevation';
  assert.deepEqual(
    (
      await written({ columns, header: 'false', decimals: '1', delimiter: ';', decimal: 'comma', lineEnd: 'crlf' })
    ).toString(),
    'A;463000,0;155000,0;3,0\r\nB;463010,0;155010,0;4,0\r\nC;463010,0;155000,0;5,0\r\n',
  );
  const wide = await written({ columns: 'name', header: 'no', encoding: 'utf-16le', bom: 'true', lineEnd: 'lf' });
  assert.deepEqual(wide, Buffer.from('\ufeffA\nB\nC\n', 'utf16le'));
  const feet = (await written({ columns, header: 'false', unit: 'ft', crs: 'local', decimals: '3' }))
    .toString()
    .split('\n')[0];
  // 463000 / 0.3048 = 1519028.871…, 155000 / 0.3048 = 508530.183…, 3 / 0.3048 = 9.842…
  assert.equal(feet, 'A,1519028.871,508530.184,9.843');
  assert.equal((await written({ columns, header: 'false', list: 'nobody' })).toString(), '', 'the list has no points');
});
