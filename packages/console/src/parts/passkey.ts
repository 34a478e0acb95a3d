import type { SignIn } from '../state/session.ts';
import { sent } from './sent.ts';

/** Passkeys need TLS or localhost, and a browser that supports them. */
export function canUsePasskeys(): boolean {
  return isSecureContext && 'PublicKeyCredential' in globalThis && !/^[\d.]+$|:/.test(location.hostname);
}

/** Asks the browser for a passkey of this server. @throws DOMException if the person does not want to */
export async function signWithPasskey(): Promise<SignIn> {
  const options = await sent<PublicKeyCredentialRequestOptionsJSON>('POST', '/passkeys/options', { for: 'sign-in' });
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  return { method: 'passkey', credential: credential.toJSON() };
}

/**
 * Makes a passkey for this server.
 * @param options as the server made them
 * @returns what the server keeps of it
 */
export async function makePasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  return credential.toJSON();
}
