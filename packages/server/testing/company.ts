import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importJWK, SignJWT } from 'jose';
import Provider from 'oidc-provider';

const CLIENT = { clientId: 'fieldbridge', clientSecret: 'a secret of the company, long enough' };
/** Redirects and pages of one sign-in. */
const MOST_STEPS = 20;

/** An OpenID provider of a company, with anybody for a login and their groups. */
export class Company implements AsyncDisposable {
  readonly client = CLIENT;
  readonly groups = new Map<string, readonly string[]>();
  readonly #server: Server;
  readonly #key: object;
  readonly issuer: string;

  private constructor(server: Server, key: object, issuer: string) {
    this.#server = server;
    this.#key = key;
    this.issuer = issuer;
  }

  /** @param redirectUri where it sends people back to */
  static async open(redirectUri: string): Promise<Company> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const key = { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'one' };
    const company = new Company(server, key, issuer);
    const provider = new Provider(issuer, {
      clients: [{ client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret, redirect_uris: [redirectUri] }],
      jwks: { keys: [key] },
      cookies: { keys: ['for tests only'] },
      claims: { openid: ['sub', 'groups'], profile: ['name'] },
      findAccount: (_context: unknown, id: string) => ({
        accountId: id,
        claims: () => ({ sub: id, name: `${id} of the company`, groups: company.groups.get(id) ?? [] }),
      }),
    });
    server.on('request', provider.callback());
    return company;
  }

  /** Goes through the sign-in as a browser does. @returns the address to which the provider sends the browser back */
  async signIn(start: string, login: string): Promise<string> {
    const cookies = new Map<string, string>();
    let url = start;
    let form: URLSearchParams | undefined;
    for (let step = 0; step < MOST_STEPS; step++) {
      const answer = await fetch(url, {
        method: form === undefined ? 'GET' : 'POST',
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        body: form,
        redirect: 'manual',
      });
      form = undefined;
      for (const set of answer.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!;
        cookies.set(name!, value!);
      }
      const location = answer.headers.get('location');
      const text = await answer.text();
      if (location !== null) {
        url = new URL(location, url).href;
        if (!url.startsWith(this.issuer)) return url;
        continue;
      }
      const prompt = /name="prompt" value="(\w+)"/.exec(text)?.[1];
      if (prompt === undefined) throw new Error(`${answer.status} ${url}: ${text.slice(0, 500)}`);
      form = new URLSearchParams({ prompt, login, password: 'any' });
    }
    throw new Error('the sign-in does not end');
  }

  /** A token with which the company says that somebody was signed out. */
  async logoutToken(subject: string, claims: object = {}): Promise<string> {
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    return new SignJWT({ events, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'one', typ: 'logout+jwt' })
      .setIssuer(this.issuer)
      .setAudience(CLIENT.clientId)
      .setSubject(subject)
      .setIssuedAt()
      .setJti(crypto.randomUUID())
      .sign(await importJWK(this.#key, 'RS256'));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
