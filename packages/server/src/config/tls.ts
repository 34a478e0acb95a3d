import { readFileSync } from 'node:fs';
import type { SecureContextOptions } from 'node:tls';
import { SettingError } from './parse.ts';

/** Settings of TLS: both or none. */
export interface TlsFiles {
  readonly tlsCert?: string | undefined;
  readonly tlsKey?: string | undefined;
}

/**
 * Reads certificate and key before anything of a start is done, and sees whether they fit each other.
 * @throws SettingError when one is missing, cannot be read, is no PEM, or is of another pair
 */
export async function checkTls({ tlsCert, tlsKey }: TlsFiles): Promise<void> {
  if (tlsCert === undefined || tlsKey === undefined) return;
  const parts: SecureContextOptions = { cert: read('tlsCert', tlsCert), key: read('tlsKey', tlsKey) };
  const { createSecureContext } = await import('node:tls');
  try {
    createSecureContext(parts);
  } catch (error) {
    throw new SettingError(
      `The certificate ${tlsCert} (tlsCert) and the key ${tlsKey} (tlsKey) cannot be used: ${(error as Error).message}.`,
    );
  }
}

function read(name: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new SettingError(`The file of the setting ${name} cannot be read: ${(error as Error).message}.`);
  }
}
