import { isIP } from 'node:net';

/** Addresses that mean this machine, or any of its addresses. */
const THIS_MACHINE = /^(https?:\/\/)(?:127\.0\.0\.1|0\.0\.0\.0|\[::1?\])(?=[:/]|$)/;

/** The public URL as browsers should open it: they have passkeys for names only, not for numbers. */
export function pageAddress(publicUrl: string): string {
  return publicUrl.replace(THIS_MACHINE, '$1localhost');
}

/**
 * Where a page should be asked for instead, if it was asked for at a number of this machine.
 * @param host as in the request's header
 */
export function pageElsewhere(protocol: string, host: string, path: string): string | undefined {
  const asked = `${protocol}://${host}`;
  const better = pageAddress(asked);
  return better === asked ? undefined : `${better}${path}`;
}

/** Whether browsers have passkeys at an address: a name, over TLS or of this machine. */
export function hasPasskeys(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  const isName = isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
  return isName && (protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost'));
}
