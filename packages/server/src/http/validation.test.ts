import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { faultsIn } from '../core/detail.ts';
import { problemDocument } from '../core/problem.ts';
import { textReader } from './query-text.ts';
import { compileBody, compileValidator, describeFaults, validationProblem } from './validation.ts';

const SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: {
    limit: { type: 'integer', minimum: 1, maximum: 1000 },
    wait: { type: 'number', minimum: 0, maximum: 300 },
    again: { type: 'boolean' },
    name: { type: 'string', maxLength: 5 },
    order: { enum: ['up', 'down'] },
  },
};

describe('parameters', () => {
  const read = textReader(SCHEMA);
  const readOne = (name: string, text: unknown): unknown => {
    const parameters = { [name]: text };
    read(parameters);
    return parameters[name];
  };

  test('that are numbers are parsed from digits, with a point if they need not be whole', () => {
    for (const [name, text, value] of [
      ['limit', '0', 0],
      ['limit', '1000', 1000],
      ['limit', '-1', -1],
      ['limit', '007', 7],
      ['wait', '30', 30],
      ['wait', '0.5', 0.5],
      ['wait', '-0.25', -0.25],
    ] as const)
      assert.equal(readOne(name, text), value, text);
  });

  test('that are written in any other way stay text', () => {
    const others = ['', ' ', ' 1', '1 ', '+1', '0x1', '0b1', '0o1', '1e2', '1E2', '1_000', '1,5', 'Infinity', 'NaN'];
    const digits = ['٣', '１', '²', '9'.repeat(16), '--1', '-', '.', '.5', '5.', '1.2.3', 'null', 'true'];
    for (const text of [...others, ...digits])
      for (const name of ['limit', 'wait']) assert.equal(readOne(name, text), text, `${name}=${text}`);
    assert.equal(readOne('limit', '1.0'), '1.0', 'a whole number has no point');
    for (const text of ['True', 'TRUE', '1', '0', 'yes', '']) assert.equal(readOne('again', text), text);
    assert.deepEqual([readOne('again', 'true'), readOne('again', 'false')], [true, false]);
    assert.deepEqual(readOne('limit', ['1', '2']), ['1', '2'], 'two values with the same name stay two');
    for (const nothing of [undefined, null, 'text', 4]) assert.doesNotThrow(() => read(nothing));
  });

  test('every whole number of up to fifteen digits is read as itself, and text stays text', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 15) + 1, max: 10 ** 15 - 1 }), fc.string(), (number, text) => {
        assert.equal(readOne('limit', String(number)), number);
        assert.equal(readOne('name', text), text);
      }),
      { numRuns: 200 },
    );
  });

  test('are checked after that, and errors name the parameter', () => {
    const check = compileValidator({
      schema: SCHEMA,
      httpPart: 'querystring',
      method: 'GET',
      url: '/',
    } as never) as unknown as ReturnType<typeof compileBody>;
    assert.ok(check({ limit: '10', wait: '2.5', again: 'true', name: 'abc', order: 'up' }));
    for (const [query, parameter] of [
      [{ limit: '0' }, 'limit'],
      [{ limit: '1e1' }, 'limit'],
      [{ limit: ['1', '2'] }, 'limit'],
      [{ wait: '301' }, 'wait'],
      [{ again: '1' }, 'again'],
      [{ name: 'abcdef' }, 'name'],
      [{ order: 'sideways' }, 'order'],
      [{ limti: '1' }, 'limti'],
    ] as const) {
      assert.equal(check(query), false, JSON.stringify(query));
      const problem = validationProblem(check.errors as never, 'querystring', true);
      assert.equal(problem.code, 'invalid-parameter');
      assert.equal(problem.options.errors?.[0]?.['parameter'], parameter);
      assert.ok(problem.message.startsWith(`${parameter}: `), problem.message);
    }
    check({ limti: '1' });
    const unknown = validationProblem(check.errors as never, 'querystring', true);
    assert.match(unknown.message, /There is no parameter "limti"\. Did you mean "limit"\?/);
  });
});

describe('the problem of a refused request', () => {
  const check = compileBody({
    type: 'object',
    required: ['a'],
    properties: { a: { type: 'integer' }, b: { const: 1 } },
  });
  const errorsOf = (value: unknown): never => {
    assert.equal(check(value), false);
    return check.errors as never;
  };

  test('names the part of the request', () => {
    const problem = (part: string, isMissing = false) => validationProblem(errorsOf({}), part, isMissing);
    assert.equal(problem('body').code, 'validation-failed');
    assert.equal(problem('body', true).code, 'missing-body');
    assert.equal(problem('params').code, 'not-found', 'an identifier that cannot exist names nothing');
    assert.equal(problem('headers').code, 'invalid-parameter');
  });

  test('names each place and what would be correct there', () => {
    const faults = (value: unknown) => faultsIn(describeFaults(errorsOf(value)));
    assert.deepEqual(faults({ a: 1.5 }), [{ pointer: '#/a', detail: 'Must be of type integer.' }]);
    assert.deepEqual(faults({ a: 1, b: 2 }), [{ pointer: '#/b', detail: 'Must be 1.' }]);
    assert.deepEqual(faults('text'), [{ pointer: '#', detail: 'Must be of type object.' }]);
    const problem = validationProblem(errorsOf({ b: 2 }), 'body', false);
    assert.match(problem.message, /^The body has 2 faults: #\/a – The field is required\.$/);
    assert.match(validationProblem(errorsOf({}), 'body', false).message, /^The body has a fault: /);
  });

  test('says once that a text is blank', () => {
    const named = compileBody({
      type: 'object',
      properties: { name: { type: 'string', minLength: 1, pattern: '\\S' } },
    });
    for (const name of ['', ' \t']) {
      assert.equal(named({ name }), false);
      assert.deepEqual(faultsIn(describeFaults(named.errors!)), [{ pointer: '#/name', detail: 'Must not be empty.' }]);
    }
  });

  test('never says more of a value than the schema does: values may be secrets', () => {
    const secret = compileBody({ type: 'object', properties: { secret: { type: 'string', maxLength: 3 } } });
    assert.equal(secret({ secret: 'hush-hush' }), false);
    const problem = validationProblem(secret.errors as never, 'body', false);
    assert.doesNotMatch(problem.message + JSON.stringify(problemDocument(problem)), /hush/);
  });

  test('gives one sentence for a value that could have been one of several things', () => {
    const choice = compileBody({ anyOf: [{ type: 'string', maxLength: 2 }, { type: 'null' }] });
    assert.equal(choice('long'), false);
    assert.deepEqual(faultsIn(describeFaults(choice.errors!)), [
      { pointer: '#', detail: 'Must have at most 2 characters.' },
    ]);
    assert.equal(choice(7), false);
    assert.deepEqual(faultsIn(describeFaults(choice.errors!)), [{ pointer: '#', detail: 'Must be of type string.' }]);
  });

  test('stops at the first fault in a body of millions of faults', () => {
    const list = compileBody({
      type: 'object',
      additionalProperties: false,
      properties: { types: { type: 'array', maxItems: 10, items: { type: 'string' } } },
    });
    const faultsOf = (value: unknown): string[] => {
      assert.equal(list(value), false);
      return faultsIn(describeFaults(list.errors!)).map(({ pointer, detail }) => `${pointer} ${detail}`);
    };
    const few = { types: Array.from({ length: 15 }, () => 1), other: 1 };
    assert.equal(faultsOf(few).length, 17, 'too many, none of them text, and an unknown field');
    const many = new Array<number>(2_000_000).fill(1);
    assert.deepEqual(faultsOf({ types: many }), ['#/types Must have at most 10 entries.']);
    const names = Object.fromEntries(many.slice(0, 30_000).map((_, i) => [`name ${i}`, 1]));
    assert.equal(faultsOf(names).length, 1);
    assert.equal(faultsOf({ types: [['deep', many]] }).length, 1, 'nested values count');
    assert.equal(list({ types: [] }), true);
    assert.equal(list.errors, undefined);
  });

  test('lists the faults of a body of any size up to that, and the same ones', () => {
    const numbers = compileBody({ type: 'array', items: { type: 'integer' } });
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.integer(), fc.string()), { maxLength: 60 }), (values) => {
        const wrong = values.flatMap((value, i) => (typeof value === 'string' ? [`#/${i}`] : []));
        assert.equal(numbers(values), wrong.length === 0);
        assert.deepEqual(
          describeFaults(numbers.errors ?? []).map(({ pointer }) => pointer),
          wrong.slice(0, 50),
        );
      }),
      { numRuns: 100 },
    );
  });

  test('cuts long names and escapes them as RFC 6901 says', () => {
    const closed = compileBody({ type: 'object', additionalProperties: false, properties: {} });
    assert.equal(closed({ [`~/${'x'.repeat(500)}`]: 1 }), false);
    const [fault] = describeFaults(closed.errors!, '/12');
    assert.equal(fault?.pointer, `#/12/~0~1${'x'.repeat(98)}`);
    assert.ok(fault.detail('en').length < 200, fault.detail('en'));
  });
});
