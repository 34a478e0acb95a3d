import { isIPv6 } from 'node:net';

/** Groups of an IPv6 address, and how many of them identify its network. */
const GROUPS = 8;
const NETWORK_GROUPS = 4;
const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;

/**
 * What limits "per address" count by. For IPv6 that is the network of 64 bits: anyone with one address has all 2^64 of
 * it (RFC 4291 §2.5.1), and could use a fresh one for each request.
 * @param address of the request; a text that is not an address is returned unchanged
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [bare] = address.split('%', 1);
  if (!isIPv6(bare!)) return address;
  const [head, tail] = bare!.toLowerCase().split('::', 2) as [string, string?];
  const first = head === '' ? [] : head.split(':');
  // An IPv4 address at the end replaces two groups.
  const last = tail === undefined || tail === '' ? [] : tail.replace(/[\d.]+\.\d+$/, '0:0').split(':');
  const zeros = new Array<string>(tail === undefined ? 0 : Math.max(0, GROUPS - first.length - last.length)).fill('0');
  const groups = [...first, ...zeros, ...last].slice(0, NETWORK_GROUPS);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}
