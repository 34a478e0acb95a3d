import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { parametersOf } from '@fieldbridge/formats/core/issues/template.ts';
import { asWritten, detailOf } from './detail.ts';
import { detailTable } from './details/table.ts';
import { ProblemError, problemDocument } from './problem.ts';

const SOURCES = join(import.meta.dirname, '..');
const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith(join('core', 'details')))
  .map((name) => readFileSync(join(SOURCES, name), 'utf8'))
  .join('\n');

describe('every sentence of a problem', () => {
  for (const [english, others] of Object.entries(detailTable))
    test(english, () => {
      for (const other of others) {
        assert.deepEqual(parametersOf(other).sort(), parametersOf(english).sort(), other);
        assert.equal(other.endsWith('.'), english.endsWith('.'), other);
      }
      assert.ok(sources.includes(english), 'no problem has this sentence any more');
    });
});

test('a problem is read in the language of its reader, the sentences inside its sentence as well', () => {
  const detail = detailOf('Must be {expected}, this is {found}.', { expected: detailOf('a UUID'), found: '"x"' });
  const problem = new ProblemError('validation-failed', detail, { errors: [{ pointer: '#/id', detail }] });
  for (const [language, expected] of [
    ['en', 'Must be a UUID, this is "x".'],
    ['de', 'Nötig ist eine UUID, das ist "x".'],
    ['nl', 'Nodig is een UUID, dit is "x".'],
  ] as const) {
    const document = problemDocument(problem, undefined, language);
    assert.deepEqual([document.detail, document.errors?.[0]?.detail], [expected, expected]);
  }
  assert.equal(problem.message, 'Must be a UUID, this is "x".', 'the log is English');
});

test('whole numbers decide on the word; braces in a value stay as they are', () => {
  assert.equal(
    detailOf('Must have at least {limit entry|entries}.', { limit: 1 })('de'),
    'Muss mindestens 1 Eintrag haben.',
  );
  assert.equal(asWritten('{x}')('nl'), '{x}');
  assert.equal(
    detailOf('There is no organisation {chosen}.', { chosen: '{chosen}' })('en'),
    'There is no organisation {chosen}.',
  );
});
