import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { ProblemError } from '../core/problem.ts';
import { FailureLimit } from '../directory/failures.ts';
import { networkOf } from './caller-network.ts';

describe('the network that limits per address count by', () => {
  describe('is the address itself in IPv4, and its first 64 bits in IPv6', () => {
    for (const [address, network] of [
      ['192.0.2.7', '192.0.2.7'],
      ['::ffff:192.0.2.7', '192.0.2.7'],
      ['::FFFF:192.0.2.7', '192.0.2.7'],
      ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
      ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
      ['2001:db8::9', '2001:db8:0:0::/64'],
      ['2001:db8:1::', '2001:db8:1:0::/64'],
      ['::1', '0:0:0:0::/64'],
      ['::', '0:0:0:0::/64'],
      ['fe80::1%eth0', 'fe80:0:0:0::/64'],
      ['1:2:3::6:192.0.2.7', '1:2:3:0::/64'],
      ['1::4:5:6:192.0.2.7', '1:0:0:4::/64'],
      ['unknown', 'unknown'],
      ['no:address', 'no:address'],
    ] as const)
      test(JSON.stringify(address), () => {
        assert.equal(networkOf(address), network, address);
      });
  });

  test('is the same for all addresses that share 64 bits, and for no others, however they are written', () => {
    const half = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 4, maxLength: 4 });
    const written = (groups: readonly number[]): string[] => {
      const texts = groups.map((group) => group.toString(16));
      const padded = texts.map((text) => text.padStart(4, '0').toUpperCase());
      const { hostname } = new URL(`http://[${texts.join(':')}]`);
      return [texts.join(':'), padded.join(':'), hostname.slice(1, -1)];
    };
    fc.assert(
      fc.property(half, half, half, (network, host, other) => {
        const names = new Set([...written([...network, ...host]), ...written([...network, ...other])].map(networkOf));
        assert.equal(names.size, 1, [...names].join(' '));
        const same = other.every((group, i) => group === network[i]);
        assert.equal(names.has(networkOf(written([...other, ...host])[2]!)), same);
      }),
      { numRuns: 200 },
    );
  });

  test('gives nobody in it a fresh limit', () => {
    const failures = new FailureLimit(2);
    const wrong = (ip: string): string => failures.refuse({ ip } as never, new ProblemError('not-authenticated')).code;
    assert.deepEqual(['2001:db8::1', '2001:db8::2', '2001:db8::ffff:3', '2001:db8:0:1::1'].map(wrong), [
      'not-authenticated',
      'not-authenticated',
      'too-many-requests',
      'not-authenticated',
    ]);
  });
});
