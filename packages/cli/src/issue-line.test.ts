import assert from 'node:assert/strict';
import test from 'node:test';
import { issueLine } from './issue-line.ts';

test('an issue says where it first occurred and how often', () => {
  const issue = { code: 'crs-local', severity: 'warning', text: 'skipped' } as const;
  assert.equal(issueLine({ ...issue, count: 1 }), 'warning: skipped\n');
  assert.equal(issueLine({ ...issue, count: 3, times: 3 }), 'warning: skipped (3 times)\n');
  assert.equal(issueLine({ ...issue, count: 1, line: 12, handle: 'A1' }), 'warning: skipped (line 12, handle A1)\n');
  assert.equal(issueLine({ ...issue, count: 2, times: 2, offset: 0 }), 'warning: skipped (2 times; first: byte 0)\n');
  const counted = { ...issue, text: '4 × plane: left out', count: 4 };
  assert.equal(issueLine(counted), 'warning: 4 × plane: left out\n', 'a count in the sentence is not repeated');
  const found = { ...issue, text: '1 × createdAt, 1 × properties', count: 2 };
  assert.equal(issueLine(found), 'warning: 1 × createdAt, 1 × properties\n');
});
