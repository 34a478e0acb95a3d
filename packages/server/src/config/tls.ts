import { readFileSync } from 'node:fs';
import { SettingError } from './parse.ts';

/** Settings of TLS: both or none. */
export interface TlsFiles {
  readonly tlsCert?: string | undefined;
  readonly tlsKey?: string | undefined;
}

/** Certificate chain and private key, PEM. */
export interface TlsPair {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/**
 * Reads certificate and key before anything of a start is done, and sees whether they fit each other.
 * @returns both; undefined where neither is set
 * @throws SettingError when one is missing, cannot be read, is no PEM, or is of another pair
 */
export async function readTls({ tlsCert, tlsKey }: TlsFiles): Promise<TlsPair | undefined> {
  if (tlsCert === undefined || tlsKey === undefined) return undefined;
  const pair = { cert: read('tlsCert', tlsCert), key: read('tlsKey', tlsKey) };
  const { createSecureContext } = await import('node:tls');
  try {
    createSecureContext(pair);
    return pair;
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
