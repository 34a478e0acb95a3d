import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withPoint, withSign } from './decimal-sign.ts';

for (const [sent, sign, shown] of [
  ['25.40', '.', '25.40'],
  ['25.40', ',', '25,40'],
  ['-0.5', ',', '-0,5'],
  ['12345678901234567890.123', ',', '12345678901234567890,123'],
  ['1e3', ',', '1e3'],
  ['–', ',', '–'],
] as const)
  test(`${sent} is shown as ${shown}, and read as it was sent`, () => {
    assert.equal(withSign(sent, sign), shown);
    assert.equal(withPoint(shown, sign), sent);
  });

for (const typed of ['1.234,5', '1,2,3', ',5', 'twelve', '25.4', ''])
  test(`${typed || 'nothing'} stays as it was typed`, () => assert.equal(withPoint(typed, ','), typed));
