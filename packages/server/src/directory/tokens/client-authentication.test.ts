import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anyCharacter } from '@fieldbridge/fieldjob/testing/any-character.ts';
import fc from 'fast-check';
import { readClientSecret } from './client-authentication.ts';
import { printable, readForm } from './form.ts';
import { OAuthError } from './oauth-error.ts';

const NONE = new Map<string, string>();
const basic = (pair: string): string => `Basic ${Buffer.from(pair).toString('base64')}`;
const refusal = (authorization: string | undefined, form: ReadonlyMap<string, string>): string => {
  try {
    return `taken: ${JSON.stringify(readClientSecret(authorization, form))}`;
  } catch (error) {
    assert.ok(error instanceof OAuthError, String(error));
    return `${error.status} ${error.code}`;
  }
};

describe('HTTP Basic', () => {
  test('is read as RFC 6749 shows it', () => {
    // The example of §2.3.1 and of §4.4.2.
    assert.deepEqual(readClientSecret('Basic czZCaGRSa3F0MzpnWDFmQmF0M2JW', NONE), {
      clientId: 's6BhdRkqt3',
      clientSecret: 'gX1fBat3bV',
    });
    // Appendix B: the text " %&+£€" is sent as "+%25%26%2B%C2%A3%E2%82%AC".
    assert.deepEqual(readClientSecret(basic('+%25%26%2B%C2%A3%E2%82%AC:%3A%2B'), NONE), {
      clientId: ' %&+£€',
      clientSecret: ':+',
    });
  });

  describe('of a client that does not encode is taken literally where it cannot have been encoded', () => {
    for (const [pair, clientId, clientSecret] of [
      ['id:100%', 'id', '100%'],
      ['50%off:x', '50%off', 'x'],
      ['id:%zz', 'id', '%zz'],
      ['id:%c3', 'id', '%c3'],
      ['id:a:b:c', 'id', 'a:b:c'],
      ['id:', 'id', ''],
      ['é:漢', 'é', '漢'],
      ['%41:%41%', 'A', '%41%'],
    ] as const)
      test(JSON.stringify(pair), () => {
        assert.deepEqual(readClientSecret(basic(pair), NONE), { clientId, clientSecret }, pair);
      });
  });

  test('may name its scheme in any case and be padded or not', () => {
    for (const header of ['basic aWQ6eA==', 'BASIC aWQ6eA', 'bAsIc    aWQ6eA=', 'Basic aWQ6eA=='])
      assert.deepEqual(readClientSecret(header, NONE), { clientId: 'id', clientSecret: 'x' }, header);
  });

  test('that is malformed is a failed client authentication: 401', () => {
    for (const header of [
      '',
      'Basic',
      'Basic ',
      'Basic  ',
      'Basicaaaa',
      'Basic aWQ6eA== x',
      'Basic aWQ6eA==, Bearer x',
      'Basic a b',
      'Basic %%%',
      'Digest username="id"',
      'Bearer aWQ6eA==',
      basic('no colon'),
      basic(':no client'),
      basic(''),
    ])
      assert.equal(refusal(header, NONE), '401 invalid_client', header);
    assert.equal(refusal(basic('id:x').repeat(2000), NONE), '401 invalid_client');
  });
});

describe('client id and secret in both places', () => {
  test('are accepted if they are equal, whole or in part, and otherwise refused: neither is trusted', () => {
    for (const [form, expected] of [
      [{ client_id: 'id', client_secret: 'x' }, 'taken: {"clientId":"id","clientSecret":"x"}'],
      [{ client_id: 'id' }, 'taken: {"clientId":"id","clientSecret":"x"}'],
      [{ client_secret: 'x' }, 'taken: {"clientId":"id","clientSecret":"x"}'],
      [{ client_id: 'ID', client_secret: 'x' }, '400 invalid_request'],
      [{ client_id: 'id', client_secret: 'y' }, '400 invalid_request'],
      [{ client_id: 'id', client_secret: 'xx' }, '400 invalid_request'],
      [{ client_secret: 'X' }, '400 invalid_request'],
    ] as const)
      assert.equal(refusal(basic('id:x'), new Map(Object.entries(form))), expected, JSON.stringify(form));
  });

  test('are both needed in the form if there is no header', () => {
    for (const form of [{}, { client_id: 'id' }, { client_secret: 'x' }])
      assert.equal(refusal(undefined, new Map(Object.entries(form))), '401 invalid_client', JSON.stringify(form));
  });
});

describe('a form', () => {
  const read = (body: string) => Object.fromEntries(readForm(Buffer.from(body)));

  describe('is parsed as the URL standard says', () => {
    for (const [body, expected] of [
      ['', {}],
      ['a=1&b=2', { a: '1', b: '2' }],
      ['&&a=1&', { a: '1' }],
      ['a=1=2', { a: '1=2' }],
      ['a+b=c+d', { 'a b': 'c d' }],
      ['a=%2B%26%3D', { a: '+&=' }],
      ['a=%E6%BC%A2', { a: '漢' }],
      ['a=%', { a: '%' }],
      ['a=%ff', { a: '\ufffd' }],
      ['a\n=1', { 'a\n': '1' }],
    ] as const)
      test(JSON.stringify(body), () => {
        assert.deepEqual(read(body), expected, body);
      });
  });

  test('leaves out empty parameters, and a repeated parameter is refused even if one is empty (RFC 6749 §3.2)', () => {
    assert.deepEqual(read('a=&b&c=1&=x'), { c: '1', '': 'x' });
    for (const body of ['a=1&a=1', 'a=&a=1', 'a&a', 'a=1&%61=2'])
      assert.throws(() => read(body), { code: 'invalid_request', message: 'The parameter a is repeated.' }, body);
  });

  test('has at most a hundred parameters', () => {
    const body = (count: number) => Array.from({ length: count }, (_, i) => `p${i}=1`).join('&');
    assert.equal(Object.keys(read(body(100))).length, 100);
    assert.throws(() => read(body(101)), { code: 'invalid_request', message: /100 parameters/ });
  });

  test('returns whatever a caller put in, if each name occurs once', () => {
    const text = fc.string({ unit: anyCharacter, maxLength: 8 }).map((one) => one.toWellFormed());
    fc.assert(
      fc.property(
        fc.dictionary(
          text,
          text.filter((one) => one !== ''),
          { maxKeys: 8 },
        ),
        (fields) => {
          const body = new URLSearchParams(fields as Record<string, string>).toString();
          assert.deepEqual(new Map(Object.entries(fields)), new Map(readForm(Buffer.from(body))));
        },
      ),
      { numRuns: 30 },
    );
  });

  test('of any bytes is parsed or refused as invalid_request, with a description RFC 6749 §5.2 allows', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        try {
          readForm(Buffer.from(bytes));
        } catch (error) {
          assert.ok(error instanceof OAuthError && error.code === 'invalid_request');
          assert.match(error.message, /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
        }
      }),
    );
  });
});

test('a text of the caller is truncated and cleaned before it is quoted', () => {
  assert.equal(printable('a"b\\c\né漢'), 'a?b?c???');
  assert.equal(printable('x'.repeat(1000)), 'x'.repeat(40));
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) =>
      assert.match(printable(text), /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/),
    ),
  );
});

test('the status of a refusal is 400, 401 for failed client authentication, or the given one', () => {
  for (const code of ['invalid_request', 'invalid_grant', 'unsupported_grant_type'] as const)
    assert.equal(new OAuthError(code, 'x').status, 400);
  assert.equal(new OAuthError('invalid_client', 'x').status, 401);
  assert.equal(new OAuthError('temporarily_unavailable', 'x', 503).status, 503);
});
