import { BlockList, isIP } from 'node:net';

/**
 * Networks that are not the public internet: IANA's special-purpose registries (RFC 6890), multicast and reserved
 * space.
 */
const PRIVATE_4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
/** In IPv6 only 2000::/3 is public, except these blocks. Everything else is refused. */
const PRIVATE_6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const refused4 = new BlockList();
for (const [net, bits] of PRIVATE_4) refused4.addSubnet(net, bits, 'ipv4');
const refused6 = new BlockList();
for (const [net, bits] of PRIVATE_6) refused6.addSubnet(net, bits, 'ipv6');
const public6 = new BlockList();
public6.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address belongs to the public internet; false for an invalid address. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !refused4.check(address, 'ipv4');
  // An IPv4 address embedded in IPv6 (::ffff:10.0.0.1, 64:ff9b::a00:1) is outside 2000::/3, so it is refused.
  return version === 6 && public6.check(address, 'ipv6') && !refused6.check(address, 'ipv6');
}
