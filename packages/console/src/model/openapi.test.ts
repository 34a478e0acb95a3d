import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { curlOf, operationsOf, requestOf } from './openapi.ts';

const [update, list, upload] = operationsOf({
  paths: {
    '/things/{id}': {
      patch: {
        summary: 'Change a thing',
        parameters: [
          { name: 'id', in: 'path', required: true, example: 'a/b' },
          { name: 'reason', in: 'query', description: 'Why', example: 'typo' },
          { name: 'If-Match', in: 'header' },
          { name: 'session', in: 'cookie' },
        ],
        requestBody: { content: { 'application/merge-patch+json': { example: { name: "O'Neil" } } } },
      },
    },
    '/things': {
      get: { parameters: [{ name: 'limit', in: 'query', required: true, example: 50 }] },
      post: { requestBody: { content: { 'application/octet-stream': {} } } },
    },
  },
});

describe('operations of a document', () => {
  test('have their parameters, with the examples of those that are needed', () => {
    assert.deepEqual(
      update!.parameters.map(({ name, isRequired, example }) => [name, isRequired, example]),
      [
        ['id', true, 'a/b'],
        ['reason', false, ''],
        ['If-Match', false, ''],
      ],
    );
    assert.deepEqual(list!.parameters[0]?.example, '50');
  });

  test('have a body if it can be typed', () => {
    assert.deepEqual(update!.body, { mediaType: 'application/merge-patch+json', example: '{\n  "name": "O\'Neil"\n}' });
    assert.deepEqual([list!.body, upload!.body], [undefined, undefined]);
  });
});

test('a request has its values where they belong, and no empty ones', () => {
  assert.deepEqual(requestOf(update!, '/base', { id: 'a/b', reason: '', 'If-Match': '"1"' }, '{}'), {
    method: 'PATCH',
    address: '/base/things/a%2Fb',
    headers: { 'If-Match': '"1"', 'Content-Type': 'application/merge-patch+json' },
    body: '{}',
  });
  assert.equal(requestOf(list!, '', { limit: '5 0' }, '').address, '/things?limit=5+0');
});

test('a shell sends the same bytes', () => {
  const text = '{"name":"O\'Neil $HOME"}';
  const request = requestOf(update!, '', { id: '1' }, text);
  const line = curlOf(request, 'https://example.org', { 'X-ClientId': '$ID' });
  const words = execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }; ID=me; ${line}`])
    .toString()
    .split('\0');
  assert.deepEqual(words.slice(0, 5), ['-s', '-i', '-X', 'PATCH', 'https://example.org/things/1']);
  assert.ok(words.includes(text) && words.includes('X-ClientId: me'));
});
