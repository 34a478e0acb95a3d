import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { Configuration } from './configuration.ts';
import { coreSettings } from './core-settings.ts';
import { SettingError } from './parse.ts';
import type { SettingsTable } from './setting.ts';

const directory = mkdtempSync(join(tmpdir(), 'fieldbridge-config-'));
after(() => rmSync(directory, { recursive: true, force: true }));
const fileOf = (text: string) => {
  const path = join(directory, `${Math.random()}.json`);
  writeFileSync(path, text);
  return path;
};
const own = {
  words: { type: 'list', default: ['a'], doc: 'Words.' },
  ratio: { type: 'number', default: 0.5, min: 0, max: 1, integer: false, doc: 'A ratio.' },
  password: { type: 'string', default: undefined, secret: true, doc: 'A password.' },
  drainSeconds: { type: 'number', default: 30, min: 0, flag: 'drain', doc: 'Seconds.' },
  port: { type: 'number', default: 8080, min: 0, max: 65535, envAlso: ['PORT'], doc: 'Port.' },
  on: { type: 'boolean', default: false, doc: 'A switch.' },
} as const satisfies SettingsTable;
const resolve = (sources: Parameters<typeof Configuration.resolve>[1]) => Configuration.resolve([own], sources);
const fails = (sources: Parameters<typeof Configuration.resolve>[1], sentence: RegExp) =>
  assert.throws(
    () => resolve(sources),
    (e) => e instanceof SettingError && sentence.test(e.message),
  );

describe('a setting', () => {
  test('is taken from the flag, then the environment, then the file, then the default', () => {
    const file = fileOf('{"port": 3, "ratio": 0.25}');
    const env = { FIELDBRIDGE_PORT: '2' };
    const from = (sources: Parameters<typeof Configuration.resolve>[1]) => {
      const { value, from } = resolve(sources)
        .describe()
        .find((s) => s.name === 'port')!;
      return [value, from];
    };
    assert.deepEqual(from({ flags: { port: '1' }, env, file }), [1, 'flag --port']);
    assert.deepEqual(from({ env, file }), [2, 'environment FIELDBRIDGE_PORT']);
    assert.deepEqual(from({ env: { PORT: '9' }, file }), [9, 'environment PORT']);
    assert.deepEqual(from({ file }), [3, `file ${file}`]);
    assert.deepEqual(from({}), [8080, 'default']);
  });

  test('is parsed by its type, under its flag or its name', () => {
    const values = resolve({
      flags: { words: 'x, y,', on: 'yes', drain: '5' },
      env: { FIELDBRIDGE_RATIO: '0.75' },
    }).values(own);
    assert.deepEqual(values, {
      words: ['x', 'y'],
      ratio: 0.75,
      password: undefined,
      drainSeconds: 5,
      port: 8080,
      on: true,
    });
    assert.equal(resolve({ flags: { drainSeconds: 7 } }).values(own).drainSeconds, 7);
    assert.deepEqual(resolve({ file: fileOf('{"words":["p","q"],"on":true}') }).values(own).words, ['p', 'q']);
  });

  test('that is invalid stops the start with a sentence', () => {
    fails({ flags: { port: 'abc' } }, /setting port \(from flag --port\) is "abc", but a number is needed/);
    fails({ flags: { port: '' } }, /a number is needed/);
    fails({ flags: { port: '70000' } }, /at most 65535/);
    fails({ flags: { port: '1.5' } }, /whole number/);
    fails({ env: { FIELDBRIDGE_ON: 'perhaps' } }, /true or false/);
    fails({ file: fileOf('{"words": [1]}') }, /list of texts/);
  });

  test('that is unknown stops the start and suggests the nearest one', () => {
    fails({ flags: { prot: 1 } }, /--prot was given, which does not exist. Did you mean port\?/);
    fails({ env: { FIELDBRIDGE_RATOI: '1' } }, /FIELDBRIDGE_RATOI.*Did you mean FIELDBRIDGE_RATIO\?/);
    fails({ file: fileOf('{"wrods": []}') }, /setting wrods, which does not exist. Did you mean words\?/);
    resolve({ env: { HOME: '/root', FIELDBRIDGE_CONFIG: 'x' } });
  });

  test('that is secret is never shown', () => {
    const configuration = resolve({ flags: { password: 'hunter2' } });
    assert.ok(!JSON.stringify(configuration.describe()).includes('hunter2'));
    assert.equal(configuration.describe().find((s) => s.name === 'password')!.value, '(set)');
    assert.equal(configuration.values(own).password, 'hunter2');
  });

  test('may be declared in one table only', () => {
    assert.throws(() => Configuration.resolve([own, { port: own.port }], {}), /port is declared twice/);
  });
});

describe('the settings file', () => {
  test('that is missing, not JSON or not an object is refused with a sentence', () => {
    fails({ file: join(directory, 'none.json') }, /none.json cannot be read/);
    fails({ file: fileOf('{') }, /is not JSON/);
    fails({ file: fileOf('[]') }, /must contain one JSON object/);
    for (const text of ['null', '7', '"port"']) fails({ file: fileOf(text) }, /must contain one JSON object/);
  });

  test('may begin with a byte order mark', () => {
    assert.equal(resolve({ file: fileOf('\uFEFF{"port": 3}') }).values(own).port, 3);
  });

  test('that is not JSON is reported by position, never by content: it may be a password', () => {
    for (const [text, place] of [
      ['{"password": hunter2}', /is not JSON: unexpected "h"\.$/],
      ['{\n  "password": "hunter2",\n}', /is not JSON: look at line 3, column 1\.$/],
      [`{"password": "hunter2"${' '.repeat(60)}"port"}`, /is not JSON: look at line 1, column \d+\.$/],
      ['{"password": "hunter2', /is not JSON: (?:it ends too early|look at line 1, column \d+)\.$/],
      ['', /is not JSON: it ends too early\.$/],
    ] as const) {
      fails({ file: fileOf(text) }, place);
      assert.throws(
        () => resolve({ file: fileOf(text) }),
        (error: Error) => !error.message.includes('hunter2'),
      );
    }
  });

  test('sets nothing for names that every object has', () => {
    for (const name of ['constructor', 'toString', '__proto__'])
      fails({ file: fileOf(`{"${name}": 1}`) }, new RegExp(`has the setting ${name}, which does not exist`));
  });
});

describe("the core's settings", () => {
  const core = (flags: Record<string, unknown>) =>
    Configuration.resolve([coreSettings], { flags }).values(coreSettings);
  test('have the documented defaults', () => {
    const { host, port, data, interfaces } = core({});
    assert.deepEqual([host, port, data], ['127.0.0.1', 8080, './data']);
    assert.deepEqual(interfaces, ['project', 'weighing', 'conversion', 'operator', 'console']);
  });
  describe('reject invalid values', () => {
    for (const [flags, sentence] of [
      [{ publicUrl: 'ftp://x' }, /http or https URL/],
      [{ corsOrigins: 'https://a.example/path' }, /must be \* or an origin/],
      [{ interfaces: 'project,wieghing' }, /wieghing is not one of/],
      [{ logLevel: 'loud' }, /not one of trace/],
      [{ publicUrl: 'https://x.example/a?b=c' }, /without a query/],
      [{ trustedProxies: '10.0.0.0/8,nonsense' }, /"nonsense" is not an address or network/],
      [{ trustedProxies: '10.0.0.0/33' }, /not an address or network/],
      [{ trustedProxies: '::1/129' }, /not an address or network/],
      [{ smtpUrl: 'nonsense' }, /smtp:\/\/user:password@host/],
      [{ smtpUrl: 'http://mail.example' }, /smtp:\/\/user/],
      [{ supportEmail: 'the desk' }, /an email address is needed/],
      [{ mailFrom: 'Desk <desk@x.example>\r\nBcc: all@x.example' }, /an email address is needed/],
      [{ webhookSeconds: 0 }, /at least 0\.1/],
    ] as const)
      test(JSON.stringify(flags), () => {
        assert.throws(() => core(flags), sentence);
      });
  });
  test('accept valid values', () => {
    const given = {
      publicUrl: 'https://x.example/base/',
      trustedProxies: '10.0.0.0/8,::1,loopback,192.168.1.1',
      smtpUrl: 'smtps://u:p@mail.example',
      mailFrom: 'The desk <desk@x.example>',
    };
    const { trustedProxies, ...rest } = core(given);
    assert.deepEqual(trustedProxies, given.trustedProxies.split(','));
    assert.deepEqual([rest.publicUrl, rest.smtpUrl, rest.mailFrom], [given.publicUrl, given.smtpUrl, given.mailFrom]);
  });
  test('each has a sentence for the manual', () => {
    for (const [name, { doc }] of Object.entries(coreSettings)) assert.match(doc, /^[A-Z].*\.$/, name);
  });
});
