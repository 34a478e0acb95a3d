import assert from 'node:assert/strict';
import test from 'node:test';
import { chunk, codesOf, handle, integer, name, point, real, text } from './fields.ts';

// A declaration whose type is not that of its group code throws when loaded. Types of codes: DXF reference, "Group code
// value types".

const FIELDS = { real, integer, handle, name, text, chunk };

for (const [type, ...codes] of [
  ['real', 10, 59, 140, 210, 460, 1040],
  ['integer', 60, 90, 160, 170, 280, 290, 370, 420, 450, 1071],
  ['handle', 5, 105, 320, 345, 390],
  ['name', 2, 6, 8, 100, 102, 410],
  ['text', 1, 3, 4, 301, 470, 1000],
  ['chunk', 310, 1004],
] as const)
  for (const code of codes)
    test(`group code ${code} is ${type} and nothing else`, () => {
      for (const [other, declare] of Object.entries(FIELDS))
        if (other === type) assert.deepEqual([declare(code).code, declare(code).type], [code, type]);
        else assert.throws(() => declare(code), new Error(`group code ${code} is no ${other}`));
    });

test('a point is three fields whose codes are 10 apart, each with its default', () => {
  assert.deepEqual(point(11, 1, 0), { x: real(11, 1), y: real(21, 0), z: real(31, 0) });
  assert.deepEqual(point(11), { x: real(11), y: real(21), z: real(31) });
});

test('the codes of a declaration are those of all its fields', () => {
  assert.deepEqual(codesOf({ place: point(10), radius: real(40), flags: integer(70) }), [10, 20, 30, 40, 70]);
});
