import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { PassThrough } from 'node:stream';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { FastifyRequest } from 'fastify';
import { asWritten, faultsIn } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import { announcedDigest, ContentHash, checkDigest } from './content-digest.ts';
import { detachedBody, silenceLimit, silent } from './detached-body.ts';
import { beforeStall } from './form-parts.ts';
import { checkRequestedFormat, formatIds, targetFormat, unknownSource } from './formats-lookup.ts';
import { cleanName, dispositionName, refuseFaults } from './receive.ts';

// Facts about an upload before its content is examined: names, digests, formats, options.

const refusalOf = (work: () => unknown): ProblemError => {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof ProblemError, String(error));
    return error;
  }
  throw new Error('it was not refused');
};
const withDigest = (header: unknown) => ({ headers: { 'content-digest': header } }) as unknown as FastifyRequest;

test('Content-Digest: SHA-256 among others, anywhere in the dictionary; nothing else is taken for it', () => {
  // RFC 9530 appendix B.1: {"hello": "world"} and a line feed.
  const base64 = 'RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=';
  const hex = '44aff4ab2d7c3250525675a08f0cfa9591168cffe51791c5f5bbc417c15a6c38';
  assert.equal(createHash('sha256').update('{"hello": "world"}\n').digest('hex'), hex, 'the example of the standard');
  for (const header of [
    `sha-256=:${base64}:`,
    `sha-512=:YWJj:, sha-256=:${base64}:`,
    `sha-256=:${base64}:,md5=:x:`,
    ` sha-256=:${base64}: `,
  ])
    assert.equal(announcedDigest(withDigest(header)), hex, header);
  assert.equal(announcedDigest({ headers: {} } as FastifyRequest), undefined);
  for (const header of [
    '',
    'sha-256',
    `sha-256=${base64}`,
    `sha-256=:${base64.slice(1)}:`,
    `xsha-256=:${base64}:`,
    'sha-512=:YWJj:',
  ])
    assert.equal(refusalOf(() => announcedDigest(withDigest(header))).code, 'invalid-parameter', header);
  checkDigest(undefined, hex, 'body');
  checkDigest(hex, hex, 'body');
  const { code, message } = refusalOf(() => checkDigest(hex, 'other', 'form'));
  assert.deepEqual([code, message], ['digest-mismatch', 'The received form has the SHA-256 other.']);
});

test('the hash of a body that somebody else reads covers all its bytes, however they arrive', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ minLength: 1, maxLength: 50 }), { maxLength: 10 }), async (chunks) => {
      const raw = new PassThrough();
      const hash = new ContentHash({ raw } as unknown as FastifyRequest);
      const read = raw.toArray();
      for (const chunk of chunks) raw.write(chunk);
      raw.end();
      const all = Buffer.concat((await read) as Buffer[]);
      assert.equal(await hash.hex(), createHash('sha256').update(all).digest('hex'));
    }),
    { numRuns: 20 },
  );
});

describe('the name in a Content-Disposition header, as programs send it', () => {
  const utf8 = (text: string): string => Buffer.from(text).toString('latin1');
  for (const [header, name] of [
    ['attachment; filename=a.csv', 'a.csv'],
    ['attachment;filename="a b.csv"', 'a b.csv'],
    ['ATTACHMENT; FILENAME="a.csv"', 'a.csv'],
    ['attachment; filename = "a.csv" ; size=5', 'a.csv'],
    [`attachment; filename*=UTF-8'en'%e2%82%ac.csv; filename="EUR.csv"`, '€.csv'],
    [`attachment; filename="rates.csv"; filename*=utf-8''%e2%82%ac%20rates.csv`, '€ rates.csv'],
    [`attachment; filename="plain.csv"; filename*=UTF-8''%ff`, 'plain.csv'],
    [`attachment; filename="plain.csv"; filename*=KOI8-R''%d0.csv`, 'plain.csv'],
    ['attachment; filename="\u00e4.csv"', 'ä.csv'],
    [utf8('attachment; filename="ä€測.csv"'), 'ä€測.csv'],
    ['attachment; xfilename="a.csv"', undefined],
    ['form-data; name="filename"', undefined],
    ['attachment; filename=', undefined],
    ['', undefined],
    [undefined, undefined],
  ] as const)
    test(JSON.stringify(header), () => {
      assert.equal(dispositionName(header), name, String(header));
    });
});

test('a name keeps its end, which holds the extension, and no half character', () => {
  assert.equal(cleanName(`${'x'.repeat(500)}.landxml`, 'auto').slice(-9), 'x.landxml');
  for (const [given, requested, name] of [
    ['a/b\\c.csv', 'csv', 'c.csv'],
    ['  a.csv\t', 'csv', 'a.csv'],
    ['a\u0000\u0007b\u007f.csv', 'csv', 'ab.csv'],
    ['plan\u202efxd.exe', 'auto', 'planfxd.exe'],
    ['\u2067a\u0085\u200f.csv', 'csv', 'a.csv'],
    ['folder/', 'Dxf', 'upload.dxf'],
    ['', 'AUTO', 'upload'],
    ['.', 'auto', 'upload'],
    ['..', 'csv', 'upload.csv'],
    ['...', 'csv', '...'],
    ['a\ud800.csv', 'csv', 'a\ufffd.csv'],
  ] as const)
    assert.equal(cleanName(given, requested), name, JSON.stringify(given));
  const pairs = fc.array(fc.constantFrom('😀', 'a', 'ä', '𠜎'), { minLength: 150, maxLength: 300 });
  fc.assert(
    fc.property(pairs, (letters) => {
      const [text, name] = [letters.join(''), cleanName(letters.join(''), 'csv')];
      assert.ok(name.isWellFormed() && name.length <= 200 && text.endsWith(name));
      assert.ok(name.length >= Math.min(text.length, 199), 'no more is cut than necessary');
    }),
    { numRuns: 50 },
  );
});

test('an upload names a format by id, extension or auto, in any case; anything else is refused with the list', () => {
  for (const requested of ['auto', 'AUTO', 'csv', 'TXT', 'Dxf', 'xml', 'mjfzip', 'MJO', 'tp3', 'landxml'])
    assert.doesNotThrow(() => checkRequestedFormat(requested), requested);
  for (const requested of ['', 'csv;', 'nonsense', 'filtered', '__proto__', 'constructor', 'x'.repeat(5000)]) {
    const { code, status, message, options } = refusalOf(() => checkRequestedFormat(requested));
    assert.deepEqual([code, status, options.extra!['formats']], ['format-unknown', 415, formatIds('read')], requested);
    assert.ok(message.length < 600, 'a long name is not repeated whole');
  }
  const [read, write] = [formatIds('read'), formatIds('write')];
  assert.ok(read.includes('pdf') && !write.includes('pdf'), 'a PDF can be read but not written');
  assert.match(unknownSource(asWritten('No format fits.')).message, /^No format fits\. Known: .*\bdxf\b.* and auto\.$/);
});

test('a target is one format, by id or extension; if several share an extension, they are named', () => {
  for (const [requested, id] of [
    ['csv', 'csv'],
    ['CSV', 'csv'],
    ['mjt', 'mjt'],
    ['LandXML', 'landxml'],
  ] as const)
    assert.equal(targetFormat(requested).id, id);
  const shared = refusalOf(() => targetFormat('xml'));
  assert.deepEqual([shared.code, shared.status], ['not-found', 404]);
  assert.match(shared.message, /^Several formats use the extension "xml"; use one of .*landxml/);
  for (const requested of ['pdf', 'imodel', 'auto', '', 'nonsense']) {
    const { status, options } = refusalOf(() => targetFormat(requested));
    assert.deepEqual([status, options.extra!['formats']], [404, formatIds('write')], requested);
  }
});

test('faults of options: all are named, the first in the sentence; a rule alone is a refusal of the export', () => {
  assert.doesNotThrow(() => refuseFaults([]));
  const unknown = { name: 'unti', text: 'is unknown', known: ['unit', 'crs'] };
  const wrong = { name: 'scale', text: 'must be a number' };
  const { code, message, options } = refusalOf(() => refuseFaults([unknown, wrong], ['onDuplicate']));
  assert.equal(code, 'invalid-parameter');
  assert.equal(message, 'The option unti is not an option here; did you mean unit?');
  assert.deepEqual(faultsIn(options.errors!), [
    { parameter: 'unti', detail: 'is not an option here; did you mean unit?', nearest: 'unit' },
    { parameter: 'scale', detail: 'must be a number' },
  ]);
  const own = refusalOf(() => refuseFaults([{ ...unknown, name: 'onDuplicat' }], ['onDuplicate']));
  assert.equal(own.options.errors![0]!['nearest' as never], 'onDuplicate');
  const far = refusalOf(() => refuseFaults([{ ...unknown, name: 'wallpaper' }], ['onDuplicate']));
  assert.match(far.message, /known: unit, crs, onDuplicate/);
  const rule = { name: 'experimental', text: 'rd3 is a guess', rule: 'experimental-only' } as const;
  const forbidden = refusalOf(() => refuseFaults([rule]));
  assert.deepEqual([forbidden.code, forbidden.options.extra], ['export-failed', { reason: 'experimental-only' }]);
  assert.equal(refusalOf(() => refuseFaults([rule, wrong])).code, 'invalid-parameter', 'faults come first');
});

test('a body may be silent for twice the limit of a whole JSON body', () => {
  assert.equal(silenceLimit(30), 60_000);
  const { code, status, message } = silent(60_000);
  assert.deepEqual([code, status, message], ['request-timeout', 408, 'Nothing of the body arrived for 60 s.']);
});

test('a body that is given up leaves the connection alone: its rest is read and discarded', async () => {
  const source = new PassThrough();
  const body = detachedBody(source, 10_000);
  source.write('first');
  for await (const chunk of body) {
    assert.equal(String(chunk), 'first');
    break;
  }
  assert.deepEqual([body.destroyed, source.destroyed], [true, false]);
  source.end('rest');
  await once(source, 'end');
});

test('a complete form without its end is reported as truncated; one that still moves is waited for', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  /** Lets that much time pass, look by look. */
  const pass = (milliseconds: number): void => {
    for (let passed = 0; passed < milliseconds; passed += 250) t.mock.timers.tick(250);
  };
  const socket = Object.assign(new EventEmitter(), { bytesRead: 0 });
  const request = { raw: { complete: true, socket } } as unknown as FastifyRequest;
  const never = new Promise<never>(() => {});
  const cutOff = beforeStall(request, never, 60_000);
  pass(3000);
  await assert.rejects(cutOff, { code: 'malformed-request' });
  const unfinished = { raw: { complete: false, socket } } as unknown as FastifyRequest;
  const gone = beforeStall(unfinished, never, 5000);
  pass(5000);
  await assert.rejects(gone, { code: 'request-timeout' });
  let moved = 0;
  const { promise: late, resolve } = Promise.withResolvers<string>();
  const waiting = beforeStall(request, late, 60_000, () => moved++);
  pass(120_000);
  resolve('whole');
  assert.equal(await waiting, 'whole');
  assert.equal(await beforeStall(request, Promise.resolve('at once'), 1), 'at once');
  await assert.rejects(beforeStall(request, Promise.reject(new RangeError('its own')), 1000), RangeError);
});
