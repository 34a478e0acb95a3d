import assert from 'node:assert/strict';
import test from 'node:test';
import { issueLine } from './issue-line.ts';

test('an issue says where it was met first and how often', () => {
  const issue = { code: 'c', severity: 'warning', text: 'skipped' } as const;
  assert.equal(issueLine({ ...issue, count: 1 }), 'warning: skipped\n');
  assert.equal(issueLine({ ...issue, count: 3 }), 'warning: skipped (3 times)\n');
  assert.equal(issueLine({ ...issue, count: 1, line: 12, handle: 'A1' }), 'warning: skipped (line 12, handle A1)\n');
  assert.equal(issueLine({ ...issue, count: 2, offset: 0 }), 'warning: skipped (2 times; first: byte 0)\n');
  const told = { ...issue, text: '4 × plane: left out', count: 4 };
  assert.equal(issueLine(told), 'warning: 4 × plane: left out\n', 'what the sentence says is not said again');
  assert.equal(issueLine({ ...told, count: 9 }), 'warning: 4 × plane: left out (9 times)\n');
});
