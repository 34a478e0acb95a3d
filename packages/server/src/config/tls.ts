import { readFileSync } from 'node:fs';
import { SettingError } from './parse.ts';

/** How a PEM file marks an encrypted key, in the newer and in the older form. */
const LOCKED = /-BEGIN ENCRYPTED |^Proc-Type: .*,ENCRYPTED/m;

/** Settings of TLS: both or neither. */
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
 * Reads certificate and key before anything else at a start, and checks that they match.
 * @returns both; undefined if neither is set
 * @throws SettingError if one is missing, cannot be read, is not PEM, or belongs to another pair
 */
export async function readTls({ tlsCert, tlsKey }: TlsFiles): Promise<TlsPair | undefined> {
  if (tlsCert === undefined || tlsKey === undefined) return undefined;
  const pair = { cert: read('tlsCert', tlsCert), key: read('tlsKey', tlsKey) };
  const reason = await faultOf(pair);
  if (reason === undefined) return pair;
  throw new SettingError(
    `The certificate ${tlsCert} (tlsCert) and the key ${tlsKey} (tlsKey) cannot be used: ${reason}.`,
  );
}

/**
 * Why a pair would fail at the first connection. A context alone does not detect a key of a kind other than the
 * certificate's, because it holds one pair of each kind.
 */
async function faultOf(pair: TlsPair): Promise<string | undefined> {
  const [{ createSecureContext }, { createPrivateKey, X509Certificate }] = await Promise.all([
    import('node:tls'),
    import('node:crypto'),
  ]);
  try {
    if (LOCKED.test(pair.key.toString('latin1')))
      return 'the key is encrypted, and its password cannot be entered; decrypt it';
    createSecureContext(pair);
    const fits = new X509Certificate(pair.cert).checkPrivateKey(createPrivateKey(pair.key));
    return fits ? undefined : 'the key does not belong to the certificate, the first in the file (key mismatch)';
  } catch (error) {
    return (error as Error).message;
  }
}

function read(name: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new SettingError(`The file of the setting ${name} cannot be read: ${(error as Error).message}.`);
  }
}
