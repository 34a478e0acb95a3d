import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areWithin, mergedRoles } from './roles.ts';

for (const [roles, most, expected] of [
  [{}, {}, true],
  [{ conversion: [] }, {}, true],
  [{ conversion: ['surveyor'] }, { conversion: ['surveyor', 'manager'] }, true],
  [{ conversion: ['surveyor'] }, { conversion: ['manager'] }, false],
  [{ conversion: ['manager'], 'project-sandbox': ['manager'] }, { conversion: ['manager'] }, false],
] as const)
  test(`${JSON.stringify(roles)} within ${JSON.stringify(most)}: ${expected}`, () => {
    assert.equal(areWithin(roles, most), expected);
  });

for (const [what, before, own, theirs, merged] of [
  [
    'keeps an own change where nobody else changed anything',
    ['manager'],
    ['manager', 'surveyor'],
    ['manager'],
    ['manager', 'surveyor'],
  ],
  ['keeps what somebody else gave', [], ['surveyor'], ['manager'], ['manager', 'surveyor']],
  ['keeps what somebody else took', ['manager'], ['manager', 'surveyor'], [], ['surveyor']],
  ['takes what somebody else left', ['manager', 'surveyor'], ['manager'], ['manager', 'surveyor'], ['manager']],
  ['gives once what both gave', [], ['surveyor'], ['surveyor'], ['surveyor']],
] as const)
  test(`the change of roles of the slower one of two ${what}`, () => {
    const [a, b, c] = [before, own, theirs].map((conversion) => ({ conversion }));
    assert.deepEqual(mergedRoles<Record<string, readonly string[]>>(a!, b!, c!), { conversion: merged });
  });
