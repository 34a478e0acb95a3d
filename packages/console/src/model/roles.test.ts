import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areWithin } from './roles.ts';

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
