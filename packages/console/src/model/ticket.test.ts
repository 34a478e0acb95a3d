import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decimalsOf, differences, parseExact, patchOf, type Ticket, weightText } from './ticket.ts';

const TEXT =
  '{"uuid":"u","locationId":"l","externalId":"T-1","nettWeight":{"quantity":25.40,"unit":"t"},"customer":{"name":"Gravel"},"createdAt":"2026-05-04T08:00:00Z","modifiedAt":"2026-05-04T08:00:00Z"}';
const ticket = parseExact<Ticket>(TEXT);

it('keeps the digits that were sent', () => {
  assert.equal(weightText(ticket.nettWeight), '25.40 t');
  assert.equal(parseExact<{ version: number }>('{"version":3}').version, 3);
});

describe('a correction', () => {
  for (const [entered, patch] of [
    [{}, undefined],
    [{ 'nettWeight.quantity': '25.40' }, undefined],
    [{ 'nettWeight.quantity': '25.4' }, '{"nettWeight":{"quantity":25.4}}'],
    [{ 'nettWeight.quantity': '007.50' }, '{"nettWeight":{"quantity":7.50}}'],
    [{ 'nettWeight.quantity': '1e9' }, '{"nettWeight":{"quantity":"1e9"}}'],
    [{ externalId: ' T-2 ', 'customer.name': '' }, '{"externalId":"T-2","customer":{"name":null}}'],
    [{ 'vehicle.licenseplate': 'a"b' }, '{"vehicle":{"licenseplate":"a\\"b"}}'],
  ] as const)
    it(`of ${JSON.stringify(entered)} sends ${patch ?? 'nothing'}`, () =>
      assert.equal(patchOf(ticket, entered), patch));
});

describe('the decimals of a weight', () => {
  for (const [text, count] of [
    ['25.40 t', 2],
    ['23 t', 0],
    ['-0.5', 1],
    ['–', 0],
  ] as const)
    it(`${text}: ${count}`, () => assert.equal(decimalsOf(text), count));
});

it('shows what differs between two versions', () => {
  const after = { ...ticket, modifiedAt: 'later', customer: null, product: { name: 'Sand' } };
  assert.deepEqual(differences(ticket, after), [
    ['customer.name', 'Gravel', ''],
    ['product.name', '', 'Sand'],
  ]);
});
