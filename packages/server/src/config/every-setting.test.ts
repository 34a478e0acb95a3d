import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { describeSettings } from '../app/server.ts';
import type { SettingSources } from './configuration.ts';
import { SettingError } from './parse.ts';

// Each setting of docs/settings.md with invalid values, from every source.

const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-settings-'));
after(() => rmSync(folder, { recursive: true, force: true }));

type Wrong = readonly [value: string, reason: RegExp];

/** Wrong values for a whole number of at least `min`, at most `max`. */
const whole = (min: number, max?: number): Wrong[] => [
  ...fraction(min, max),
  [String(min + 0.5), /a whole number is needed/],
];
const fraction = (min: number, max?: number): Wrong[] => [
  ['ten', /a number is needed/],
  ['0x50', /a number is needed/],
  ['1,000', /a number is needed/],
  ['Infinity', /a number is needed/],
  [String(min - 1), new RegExp(`at least ${String(min).replace('.', '\\.')}`)],
  ...(max === undefined ? [] : [[String(max + 1), new RegExp(`at most ${max}`)] as const]),
];
const path: Wrong[] = ['project', '/a/', '/a b', '//a', '/a?b', 'http://x/a'].map((text) => [
  text,
  /a path such as \//,
]);
const words: Wrong[] = ['maybe', '2', 'tru'].map((text) => [text, /true or false is needed/]);
const address: Wrong[] = ['the desk', 'a@', '@b', 'a@b@c', 'a b@c', 'a@b>', '<a@b', 'x <a@b', 'a@b\r\nBcc: c@d'].map(
  (text) => [text, /an email address is needed/],
);
const blank = (reason: RegExp): Wrong[] => [['  ', reason]];

const WRONG: Readonly<Record<string, readonly Wrong[]>> = {
  data: blank(/a folder is needed/),
  role: ['', 'both', 'API'].map((text) => [text, /is not one of all, api, worker/]),
  key: [[' ', /a file or a key is needed/]],
  database: ['', 'db.example', 'mysql://db.example/x', 'postgres://db.example', 'postgres://db.example/'].map(
    (text) => [text, /postgres:\/\/user:password@host:port\/database is needed/],
  ),
  blobs: [
    ...['', 's3://', 's3://a', 's3://-bucket/x', 's3://bucket/a b', 's3://bucket/../x', 's3://bucket//x'],
    ...['file://', 'file://server/share', '/folder', 'https://bucket.example'],
  ].map((text) => [text, /s3:\/\/bucket\/prefix or file:\/\/\/folder is needed/]),
  blobsEndpoint: [
    ['s3.example', /http or https URL/],
    ['https://key:secret@s3.example', /or a user name/],
  ],
  blobsRegion: [['eu central', /a name such as eu-central-1/]],
  blobsPathStyle: words,
  blobsAccessKey: blank(/an access key is needed/),
  blobsSecretKey: blank(/a secret key is needed/),
  blobsCacheBytes: whole(0),
  host: [...blank(/an address is needed/), ['[::1]', /without brackets/]],
  port: whole(0, 65_535),
  publicUrl: [
    ['bridge.example', /http or https URL/],
    ['ftp://bridge.example', /http or https URL/],
    ['https://bridge.example?x=1', /without a query/],
    ['https://bridge.example/#a', /without a query, a fragment/],
    ['https://ada:key@bridge.example', /or a user name/],
  ],
  trustedProxies: ['proxy', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.0/-1', '10.0.0.0/8/8', '::1/129', '10.0.0', '*'].map(
    (text) => [`loopback,${text}`, /is not an address or network such as 10\.0\.0\.0\/8/],
  ),
  corsOrigins: ['a.example', 'https://a.example/', 'https://a.example/x', 'https://*.a.example', 'null'].map((text) => [
    text,
    /each must be \* or an origin/,
  ]),
  mapTiles: [
    ['Streets', /NAME\|ADDRESS\|ATTRIBUTION/],
    ['Streets|t.example', /begins with https/],
    ['Streets|https://t.example/{z}', /\{z\}, \{x\} and \{y\}/],
  ],
  tlsCert: blank(/a file is needed/),
  tlsKey: blank(/a file is needed/),
  supportEmail: address,
  smtpUrl: ['mail.example', 'http://mail.example', 'smtp://', 'smtp://mail.example:99999'].map((text) => [
    text,
    /an address such as smtp:/,
  ]),
  mailFrom: address,
  backupFolder: blank(/a folder is needed/),
  backupEvery: fraction(0.1, 8760),
  backupKeep: whole(1, 10_000),
  drainSeconds: whole(0, 3600),
  interfaces: [
    ['project,projects', /projects is not one of project, weighing/],
    ['Project', /Project is not one of/],
    [' , ', /at least one is needed/],
  ],
  bodyLimit: whole(1024),
  bodySeconds: whole(1, 3600),
  requestsPerMinute: whole(0),
  requestsPerOrganisation: whole(0),
  diskReserve: whole(0),
  diskReservePercent: fraction(0, 100),
  idempotencyBytes: whole(0),
  tokensPerMinute: whole(0),
  revokeFamilyOnReuse: words,
  expiryNoticeDays: fraction(0, 3650),
  failuresPerMinute: whole(0),
  webhookPrivateAddresses: words,
  webhookPlainHttp: words,
  webhookSeconds: fraction(0.1, 300),
  webhookRetentionDays: fraction(0, 36_500),
  traces: ['', 'collector', 'ftp://collector', 'http://collector?key=1'].map((text) => [
    text,
    /URL of a collector is needed/,
  ]),
  tracesShare: fraction(0, 1),
  logLevel: [
    ['loud', /not one of trace, debug/],
    ['INFO', /not one of trace/],
  ],
  logAddresses: words,
  projectPath: [...path, ['/..', /a path such as/], ['/a/./b', /a path such as/]],
  weighingPath: path,
  weighingSandboxPath: path,
  ticketMonths: words,
  scaleInterval: whole(0),
  conversionPath: path,
  uploadLimit: whole(1),
  converters: whole(0, 256),
  warmConverters: whole(0, 256),
  converterMemory: whole(134_217_728),
  converterSeconds: fraction(0.1),
  converterTasks: whole(1),
  viewAheadSeconds: fraction(0, 3600),
  converterUser: ['nobody', '65534:nobody', '-1', '1:2:3', ''].map((text) => [text, /numeric user id/]),
  grids: [['/no/such/folder', /a folder is needed/]],
  queueLimit: whole(1),
  queueLimitPerOrganisation: whole(1),
  jobsPerOrganisation: whole(0),
  openUploads: whole(0),
  openStreams: whole(0),
  bytesPerOrganisation: whole(0),
  retentionDays: fraction(0, 36_500),
  reportSeconds: fraction(0, 86_400),
  downloadWaitSeconds: whole(0, 86_400),
  limitFeatures: whole(1),
  limitVertices: whole(1),
  limitRecordBytes: whole(1024),
  limitDepth: whole(1, 1000),
  limitExpanded: whole(1),
  limitUnpackedBytes: whole(1),
  limitArchiveEntries: whole(1),
  operatorPath: [...path, ['', /a path such as/], ['/.', /a path such as/]],
};
/** Showing these would show a password. */
const SECRET = ['blobsSecretKey', 'database', 'key', 'smtpUrl', 'traces'];

/** What the manual says about each setting. */
const manual = readFileSync(join(import.meta.dirname, '../../../../docs/settings.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, name, flag, variable, shown] = /^\| `(\w+)` \| `(--[\w-]+)` \| `(\w+)` \| ([^|]*) \|/.exec(line) ?? [];
    return name === undefined ? [] : [{ name, flag: flag!, variable: variable!, shown: shown!.replaceAll('`', '') }];
  });

function refusal(sources: SettingSources): string {
  try {
    describeSettings(sources);
  } catch (error) {
    assert.ok(error instanceof SettingError, String(error));
    return error.message;
  }
  return assert.fail(`taken: ${JSON.stringify(sources)}`);
}

test('the table of this test has exactly the settings of the manual', () => {
  assert.ok(manual.length > 45, 'the manual was read');
  assert.deepEqual(Object.keys(WRONG).sort(), manual.map(({ name }) => name).sort());
});

describe('an invalid setting stops the start with a sentence that names the setting, where it was set, and why:', () => {
  for (const { name, flag, variable } of manual)
    describe(name, () => {
      for (const [value, reason] of WRONG[name] ?? [])
        test(String(value), () => {
          const shown = SECRET.includes(name) ? 'a secret value' : JSON.stringify(value);
          const byFlag = refusal({ flags: { [flag.slice(2)]: value } });
          assert.ok(byFlag.startsWith(`The setting ${name} (from flag ${flag}) is ${shown}, but `), byFlag);
          assert.match(byFlag, reason);
          assert.match(byFlag, /\.$/);
          // An empty variable counts as not set.
          if (value !== '') {
            const byVariable = refusal({ env: { [variable]: value } });
            assert.ok(
              byVariable.startsWith(`The setting ${name} (from environment ${variable}) is ${shown}`),
              byVariable,
            );
          }
          const file = join(folder, 'settings.json');
          writeFileSync(file, JSON.stringify({ [name]: value }));
          const byFile = refusal({ file });
          assert.ok(byFile.startsWith(`The setting ${name} (from file ${file}) is ${shown}`), byFile);
        });
    });

  test('and of a different type, in the file', () => {
    for (const { name } of manual)
      for (const value of [null, {}, [7], [null]]) {
        const file = join(folder, 'types.json');
        writeFileSync(file, JSON.stringify({ [name]: value }));
        assert.match(refusal({ file }), new RegExp(`^The setting ${name} .* is needed\\.$`), JSON.stringify(value));
      }
  });
});

describe('the manual', () => {
  test('names the defaults in force when nothing is set', () => {
    const inForce = new Map(describeSettings({}).map((one) => [one.name, one.value]));
    for (const { name, shown } of manual) {
      const value = inForce.get(name);
      const text = Array.isArray(value) ? value.join(',') || 'none' : String(value ?? '');
      assert.equal(shown.trim(), text, name);
    }
  });

  describe('names working flags and variables, with the smallest and largest allowed value', () => {
    for (const { name, flag, variable } of manual)
      test(name, () => {
        const [least, most] = [/at least ([\d.]+)/, /at most (\d+)/].map((form) => {
          const found = WRONG[name]!.map(([, reason]) => form.exec(reason.source.replaceAll('\\', ''))?.[1]);
          return found.find((one) => one !== undefined);
        });
        for (const value of [least, most]) {
          if (value === undefined) continue;
          const inForceOf = (sources: SettingSources) =>
            describeSettings(sources).find((one) => one.name === name)!.value;
          assert.equal(inForceOf({ flags: { [flag.slice(2)]: value } }), Number(value), `${flag} ${value}`);
          assert.equal(inForceOf({ env: { [variable]: value } }), Number(value), `${variable}=${value}`);
        }
      });
  });
});
