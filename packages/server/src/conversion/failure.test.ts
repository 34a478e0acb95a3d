import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problemOf } from './failure.ts';

for (const [reason, code, status] of [
  ['converter-start', 'unavailable', 503],
  ['converter-closed', 'unavailable', 503],
  ['converter-time', 'limit-exceeded', 422],
  ['converter-died', 'conversion-failed', 422],
  ['disk-full', 'disk-full', 507],
  ['sqlite-damaged', 'file-unreadable', 422],
] as const)
  test(`${reason} is answered with ${status} ${code}`, () => {
    const problem = problemOf({ code: reason, text: 'why' }, 'file-unreadable');
    assert.deepEqual([problem.code, problem.status, problem.options.extra], [code, status, { reason }]);
    if (status === 503) assert.equal(problem.options.headers?.['retry-after'], '5');
  });
