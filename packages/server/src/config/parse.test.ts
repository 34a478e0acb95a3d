import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { settingsPage } from './page.ts';
import { parseSetting, SettingError } from './parse.ts';
import { envName, flagName, type Setting } from './setting.ts';

const doc = 'A setting.';
const number = (limits: { min?: number; max?: number; integer?: boolean } = {}): Setting => ({
  ...{ type: 'number', default: 1, doc },
  ...limits,
});
const parse = (setting: Setting, raw: unknown) => parseSetting('thing', setting, raw, 'a test');

describe('a number', () => {
  test('is written in decimal digits, optionally with blanks around it', () => {
    for (const [text, value] of [
      ['80', 80],
      [' 80\n', 80],
      ['+5', 5],
      ['007', 7],
      ['1e3', 1000],
      ['.5', 0.5],
      ['5.', 5],
      ['2.5E-1', 0.25],
    ] as const)
      assert.equal(parse(number({ integer: false }), text), value, text);
    for (const text of [
      '',
      ' ',
      '0x50',
      '0b1',
      '0o7',
      '1_000',
      '1 000',
      '5s',
      '٣',
      'NaN',
      '-',
      'e3',
      '.',
      '1e999',
      '--1',
    ])
      assert.throws(() => parse(number(), text), /a number is needed\.$/, text);
  });

  test('of any size and form is either accepted within its limits or refused by name', () => {
    const limits = fc.record({ min: fc.integer({ min: -100, max: 0 }), max: fc.integer({ min: 1, max: 100 }) });
    const raw = fc.oneof(fc.string(), fc.double(), fc.integer(), fc.integer().map(String), fc.double().map(String));
    fc.assert(
      fc.property(limits, raw, fc.boolean(), ({ min, max }, given, integer) => {
        try {
          const value = parse(number({ min, max, integer }), given) as number;
          assert.ok(value >= min && value <= max && (!integer || Number.isInteger(value)));
          assert.equal(value, Number(given));
        } catch (error) {
          assert.ok(error instanceof SettingError, String(error));
          assert.match(error.message, /^The setting thing \(from a test\) is /);
        }
      }),
      { numRuns: 300 },
    );
  });
});

test('a truth value is one of eight words in any case, or a boolean', () => {
  const boolean: Setting = { type: 'boolean', default: false, doc };
  for (const word of ['true', '1', 'YES', 'On', true]) assert.equal(parse(boolean, word), true, String(word));
  for (const word of ['false', '0', 'No', 'OFF', false]) assert.equal(parse(boolean, word), false, String(word));
  for (const word of ['', ' true', 'y', 'null', {}]) assert.throws(() => parse(boolean, word), /true or false/);
});

test('a list is a text with commas or an array of texts; blanks and empty entries are dropped', () => {
  const list: Setting = { type: 'list', default: [], doc };
  for (const [raw, expected] of [
    ['a,b', ['a', 'b']],
    [' a , ,b, ', ['a', 'b']],
    ['', []],
    [
      ['a,b', ' c '],
      ['a,b', 'c'],
    ],
  ] as const)
    assert.deepEqual(parse(list, raw), expected, JSON.stringify(raw));
  for (const raw of [7, true, null, {}, ['a', 7], [['a']]])
    assert.throws(() => parse(list, raw), /a list( of texts)? is needed/, JSON.stringify(raw));
});

test('the sentence includes the reason of a setting’s own check, and never a secret', () => {
  const text: Setting = { type: 'string', default: undefined, check: () => 'it is no good', doc };
  assert.throws(() => parse(text, 'hunter2'), {
    message: 'The setting thing (from a test) is "hunter2", but it is no good.',
  });
  const secret: Setting = { ...text, secret: true };
  assert.throws(() => parse(secret, 'hunter2'), {
    message: 'The setting thing (from a test) is a secret value, but it is no good.',
  });
  for (const raw of [7, ['hunter2'], { hunter2: 1 }])
    assert.throws(
      () => parse(secret, raw),
      (error: Error) => !error.message.includes('hunter2'),
    );
});

test('flag and variable follow from the name, unless the setting has its own', () => {
  for (const [name, flag, variable] of [
    ['port', 'port', 'FIELDBRIDGE_PORT'],
    ['queueLimitPerOrganisation', 'queue-limit-per-organisation', 'FIELDBRIDGE_QUEUE_LIMIT_PER_ORGANISATION'],
  ] as const)
    assert.deepEqual([flagName(name, number()), envName(name, number())], [flag, variable]);
  const own: Setting = { ...number(), flag: 'drain', env: 'DRAIN' };
  assert.deepEqual([flagName('drainSeconds', own), envName('drainSeconds', own)], ['drain', 'DRAIN']);
});

test('the page of settings has a row for each, and escapes bars in a sentence', () => {
  const about = { from: 'default', flag: '--a', env: 'A' };
  const page = settingsPage([
    { ...about, name: 'a', value: undefined, doc: 'This | that.' },
    { ...about, name: 'b', value: [], doc: 'None.' },
    { ...about, name: 'c', value: ['x', 'y'], doc: 'Two.' },
    { ...about, name: 'd', value: 0, doc: 'Zero.' },
  ]);
  assert.deepEqual(page.trimEnd().split('\n').slice(-4), [
    '| `a` | `--a` | `A` |  | This \\| that. |',
    '| `b` | `--a` | `A` | none | None. |',
    '| `c` | `--a` | `A` | `x,y` | Two. |',
    '| `d` | `--a` | `A` | `0` | Zero. |',
  ]);
});
