import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Ticket } from './ticket.ts';
import { changedLines, LineMaker } from './ticket-line.ts';

const maker = new LineMaker();
const ticket = (uuid: string, minute: number, plate = 'AB'): Ticket => {
  const datetime = new Date(Date.UTC(2026, 0, 1, 8, minute)).toISOString();
  return {
    ...{ uuid, locationId: 'north', externalId: `T-${uuid}`, createdAt: datetime, modifiedAt: datetime },
    ...{ nettWeight: { quantity: '25.40', unit: 't', datetime }, vehicle: { licenseplate: plate } },
  };
};
const line = (...given: Parameters<typeof ticket>) => maker.line(ticket(...given));
const uuids = (lines: readonly { uuid: string }[]): string => lines.map(({ uuid }) => uuid).join('');

describe('lines of tickets', () => {
  test('show what a list needs, with the digits that were sent', () => {
    const one = line('a', 5);
    assert.deepEqual(
      [one.externalId, one.nett, one.plate, one.product, one.time],
      ['T-a', '25.40 t', 'AB', '', Date.UTC(2026, 0, 1, 8, 5)],
    );
  });

  const lines = [line('d', 40), line('c', 30), line('b', 20)];
  for (const [what, changed, gone, isWhole, expected] of [
    ['a new one is inserted by its time', [line('x', 35)], [], true, 'dxcb'],
    ['the newest is first', [line('x', 50)], [], false, 'xdcb'],
    ['of two at the same time, the later one is first', [line('x', 30), line('a', 30)], [], false, 'dxcab'],
    ['a changed one appears once, at its new time', [line('b', 45)], [], true, 'bdc'],
    ['a deleted one is gone', [], ['c'], true, 'db'],
    ['deleted after it was changed', [line('c', 31)], ['c'], true, 'db'],
    ['an older one is appended to a complete list', [line('x', 10)], [], true, 'dcbx'],
    ['an older one comes with a later page', [line('x', 10)], [], false, 'dcb'],
    ['one that became older than the last page is removed', [line('d', 10)], [], false, 'cb'],
  ] as const)
    test(what, () => assert.equal(uuids(changedLines(lines, changed, new Set(gone), isWhole)), expected));
  test('an empty list takes the first one', () => {
    assert.equal(uuids(changedLines([], [line('x', 1)], new Set(), true)), 'x');
  });
  test('without a change it is the same list', () => assert.equal(changedLines(lines, [], new Set(), true), lines));
});
