import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { ProblemError } from '../core/problem.ts';
import { isPublicAddress } from './addresses.ts';
import { checkTypes, checkUrl } from './check.ts';

// Which addresses a webhook may use. The blocks are those of the IANA IPv4 and IPv6 Special-Purpose Address Registries
// that are not globally reachable, with multicast and reserved space; first and last addresses were worked out by hand.

/** Block, its first and last address, and the neighbours outside if these are public. */
const BLOCKS_4: [first: string, last: string, before: string | undefined, behind: string | undefined][] = [
  ['0.0.0.0', '0.255.255.255', undefined, '1.0.0.0'],
  ['10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
  ['100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
  ['127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
  ['169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
  ['172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
  ['192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
  ['192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
  ['192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
  ['192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
  ['198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
  ['198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
  ['203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
  ['224.0.0.0', '239.255.255.255', '223.255.255.255', undefined],
  ['240.0.0.0', '255.255.255.255', undefined, undefined],
];
const numberOf = (address: string): number => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
const textOf = (value: number): string => [24, 16, 8, 0].map((bits) => Math.floor(value / 2 ** bits) % 256).join('.');

describe('an address', () => {
  test('of IPv4 is public outside of every block, from its first to its last address', () => {
    for (const [first, last, before, behind] of BLOCKS_4) {
      for (const one of [first, last]) assert.equal(isPublicAddress(one), false, one);
      for (const one of [before, behind]) if (one !== undefined) assert.equal(isPublicAddress(one), true, one);
    }
    const ranges = BLOCKS_4.map(([first, last]) => [numberOf(first), numberOf(last)] as const);
    const near = fc
      .tuple(fc.constantFrom(...ranges.flat()), fc.integer({ min: -300, max: 300 }))
      .map(([border, off]) => Math.min(2 ** 32 - 1, Math.max(0, border + off)));
    fc.assert(
      fc.property(fc.oneof(near, fc.integer({ min: 0, max: 2 ** 32 - 1 })), (value) => {
        const isInside = ranges.some(([first, last]) => value >= first && value <= last);
        assert.equal(isPublicAddress(textOf(value)), !isInside, textOf(value));
      }),
      { numRuns: 500 },
    );
  });

  test('of IPv6 is public only inside 2000::/3, and there outside of reserved blocks', () => {
    const inside = [
      ...['2000::', '2001:200::', '2001:4860:4860::8888', '2003::1', '2606:4700::1111', '2a00:1450:4001::1'],
      ...['3ffe::1', '3fff:1000::', '3fff:ffff::', '2001:db7:ffff::1', '2001:db9::', '2003:7f00:1::'],
    ];
    for (const one of inside) assert.equal(isPublicAddress(one), true, one);
    const outside = [
      ...['::', '::1', '::2', '1fff:ffff::', '4000::', '64:ff9b::8.8.8.8', '64:ff9b:1::1', '100::1', '5f00::1'],
      ...[
        '2001::',
        '2001:0:7f00:1::',
        '2001:1ff:ffff::',
        '2001:db8::',
        '2001:db8:ffff:ffff::1',
        '2002::',
        '2002:7f00:1::',
      ],
      ...[
        '2002:ffff:ffff::1',
        '3fff::',
        '3fff:fff:ffff::1',
        'fc00::',
        'fdff::1',
        'fe80::1',
        'febf::1',
        'fec0::1',
        'ff02::1',
      ],
    ];
    for (const one of outside) assert.equal(isPublicAddress(one), false, one);
  });

  test('of IPv4 embedded in IPv6 is never public', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), fc.boolean(), (value, isHex) => {
        const high = Math.floor(value / 65_536).toString(16);
        const low = (value % 65_536).toString(16);
        const tail = isHex ? `${high}:${low}` : textOf(value);
        for (const clothes of ['::ffff:', '::', '64:ff9b::', '64:ff9b:1::', '::ffff:0:'])
          assert.equal(isPublicAddress(clothes + tail), false, clothes + tail);
        assert.equal(isPublicAddress(`2002:${high}:${low}::1`), false, '6to4');
      }),
      { numRuns: 100 },
    );
  });

  describe('that is invalid is not public', () => {
    for (const one of [
      '',
      'localhost',
      '8.8.8',
      '8.8.8.8.8',
      '08.8.8.8',
      '256.1.1.1',
      '8.8.8.8 ',
      '[2a00::1]',
      '2a00:::1',
      '0x08080808',
    ])
      test(JSON.stringify(one), () => {
        assert.equal(isPublicAddress(one), false, one);
      });
  });
});

const nowhere = async (): Promise<never> => assert.fail('an address needs no lookup');
const strict = { allowPrivate: false, allowPlain: true, answerMs: 2000, resolve: nowhere };

describe('the address of an endpoint', () => {
  test('is refused in every notation if it is not public', async () => {
    const hosts = [
      ...[
        '127.0.0.1',
        '127.1',
        '127.0.1',
        '0177.0.0.1',
        '0x7f.0.0.1',
        '0x7F000001',
        '2130706433',
        '017700000001',
        '127.0.0.1.',
      ],
      ...[
        '%31%32%37.0.0.1',
        '①②⑦.⓪.⓪.①',
        '１２７.0.0.1',
        '127。0。0。1',
        '0',
        '0.0.0.0',
        '10.1',
        '192.168.257',
        '3232235777',
      ],
      ...[
        '[::1]',
        '[::]',
        '[0:0:0:0:0:0:0:1]',
        '[::ffff:127.0.0.1]',
        '[::ffff:7f00:1]',
        '[::127.0.0.1]',
        '[64:ff9b::7f00:1]',
      ],
      ...[
        '[64:ff9b::10.0.0.1]',
        '[2002:a00:1::]',
        '[2001:0:4136:e378:8000:63bf:3fff:fdd2]',
        '[fe80::1]',
        '[fd00::1]',
        '[ff02::1]',
      ],
      ...['169.254.169.254', '0xA9FEA9FE', '[::ffff:a9fe:a9fe]', '255.255.255.255', '224.0.0.1'],
    ];
    for (const host of hosts)
      for (const url of [`http://${host}/`, `https://${host}:8443/hook?x=1`])
        await assert.rejects(checkUrl(url, strict), { code: 'validation-failed' }, url);
  });

  test('is refused if it is not a web address, or contains a user name', async () => {
    const urls = [
      ...[
        '',
        'x',
        '//example.org/',
        'https://8.8.8.8/hook\r\nHost: example.org',
        'https://8.8.8.8/\thook',
        'https://8.8.8.8/hook\n',
        'https://8.8.8.8/hook\u0085',
        '/hook',
        'example.org',
        'http:',
        'http://',
        'https://?',
        'http://[',
        'http://a b/',
        'http://example.org:99999/',
      ],
      ...[
        'ftp://8.8.8.8/',
        'file:///etc/passwd',
        'gopher://8.8.8.8/',
        'data:,x',
        'ws://8.8.8.8/',
        'unix:/run/x',
        'blob:http://8.8.8.8/1',
      ],
      ...[
        'http://user@8.8.8.8/',
        'http://:password@8.8.8.8/',
        'https://user:password@8.8.8.8/',
        'http://127.0.0.1@8.8.8.8/',
      ],
    ];
    for (const url of urls)
      for (const allowPrivate of [true, false])
        await assert.rejects(checkUrl(url, { ...strict, allowPrivate }), { code: 'validation-failed' }, url);
  });

  test('is accepted if it is public, or if private ones are allowed', async () => {
    for (const url of [
      'http://8.8.8.8/',
      'https://8.8.8.8:8443/a/b?c#d',
      'http://0x08080808/',
      'https://[2a00:1450:4001::1]/',
      'HTTPS://8.8.8.8',
    ])
      await checkUrl(url, strict);
    for (const url of ['http://127.0.0.1:9/', 'http://[::1]/', 'http://localhost/'])
      await checkUrl(url, { ...strict, allowPrivate: true });
  });

  test('is refused if it is not https, unless plain http is allowed', async () => {
    const secure = { ...strict, allowPlain: false };
    await checkUrl('https://8.8.8.8/', secure);
    await assert.rejects(checkUrl('http://8.8.8.8/', secure), /An https address is needed/);
  });

  test('by name stands for all addresses the name resolves to; a name without one is refused in the same words', async () => {
    const leads =
      (...addresses: string[]) =>
      async (host: string) => {
        assert.equal(host, 'hooks.example');
        return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      };
    const check = (resolve: typeof strict.resolve | ReturnType<typeof leads>) =>
      checkUrl('https://HOOKS.example/in', { ...strict, resolve });
    await check(leads('8.8.8.8', '2a00:1450::1'));
    const unknown = async (): Promise<never> => {
      throw new Error('ENOTFOUND');
    };
    for (const resolve of [leads(), unknown, leads('10.0.0.1')])
      await assert.rejects(check(resolve), {
        message: 'The name hooks.example leads to no address on the public internet.',
      });
    for (const addresses of [['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['2a00:1450::1', '::1'], ['::ffff:10.0.0.1']])
      await assert.rejects(check(leads(...addresses)), (error: ProblemError) => {
        const fault = JSON.stringify([error.message, error.options]);
        assert.match(fault, /hooks\.example leads to no address on the public internet/);
        for (const address of addresses)
          assert.ok(!fault.includes(address), 'names of the private network are not revealed');
        return true;
      });
  });
});

test('an event type must exist, or be all of a kind; each wrong one is reported by position', () => {
  const known = ['ticket.created', 'ticket.deleted', 'job.import.failed', 'job.expiring'];
  for (const types of [[], ['ticket.*'], ['job.*', 'job.import.*'], ['ticket.created', 'ticket.created']])
    checkTypes(types, known);
  for (const type of [
    '*',
    '.*',
    'tick.*',
    'ticket.created.*',
    'ticket.',
    'ticket',
    '',
    'Ticket.created',
    'ticket.created ',
    'constructor',
  ])
    assert.throws(
      () => checkTypes(['ticket.*', type], known),
      (error: { code: string; options: { errors: { pointer: string }[] } }) =>
        error.code === 'validation-failed' && error.options.errors[0]!.pointer === '#/types/1',
      JSON.stringify(type),
    );
  assert.throws(() => checkTypes(['job.expirng'], known), /Did you mean job\.expiring\?/);
  assert.throws(() => checkTypes(['weather'], known), /Known: ticket\.created, ticket\.deleted/);
});
