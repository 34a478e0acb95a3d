import { isIP } from 'node:net';

/** Addresses that mean this machine, or any of its addresses. */
const THIS_MACHINE = /^(https?:\/\/)(?:127\.0\.0\.1|0\.0\.0\.0|\[::1?\])(?=[:/]|$)/;

/** The public URL as browsers should open it: they have passkeys for names only, not for numbers. */
export function pageAddress(publicUrl: string): string {
  return publicUrl.replace(THIS_MACHINE, '$1localhost');
}

/** Whether browsers have passkeys at an address: a name, over TLS or of this machine. */
export function hasPasskeys(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  const isName = isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
  return isName && (protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost'));
}
