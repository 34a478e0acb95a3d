import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DIMENSION_VARIABLES, FIRST_VARIABLES, LAST_VARIABLES } from './header-variables.ts';

describe('each row has a value for each of its codes', () => {
  for (const [codes, values] of [...FIRST_VARIABLES, ...LAST_VARIABLES, ...DIMENSION_VARIABLES])
    test(codes, () => {
      const count = codes.split(' ').reduce((sum, code) => sum + Number(/^\d+/.exec(code)?.[0] ?? 1), 0);
      assert.equal(values.length, count, codes);
    });
});
