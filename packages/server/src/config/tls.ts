import { readFileSync } from 'node:fs';
import { SettingError } from './parse.ts';

/** How a PEM file says that its key is encrypted, in the newer form and in the older. */
const LOCKED = /-BEGIN ENCRYPTED |^Proc-Type: .*,ENCRYPTED/m;

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
  const reason = await faultOf(pair);
  if (reason === undefined) return pair;
  throw new SettingError(
    `The certificate ${tlsCert} (tlsCert) and the key ${tlsKey} (tlsKey) cannot be used: ${reason}.`,
  );
}

/** Why no connection could be made with a pair. A key of another kind than the certificate's is no fault to a context: it holds one pair of each kind. */
async function faultOf(pair: TlsPair): Promise<string | undefined> {
  const [{ createSecureContext }, { createPrivateKey, X509Certificate }] = await Promise.all([
    import('node:tls'),
    import('node:crypto'),
  ]);
  try {
    if (LOCKED.test(pair.key.toString('latin1')))
      return 'the key is encrypted, and nobody can be asked for its password; decrypt it';
    createSecureContext(pair);
    const fits = new X509Certificate(pair.cert).checkPrivateKey(createPrivateKey(pair.key));
    return fits ? undefined : 'the key is not that of the certificate, the first of the file (key mismatch)';
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
