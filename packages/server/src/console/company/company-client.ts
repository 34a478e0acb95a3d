import type { Configuration } from 'openid-client';
import { type Detail, detailOf } from '../../core/detail.ts';
import { ProblemError } from '../../core/problem.ts';
import type { CompanySignIn } from '../../directory/people/company-sign-ins.ts';

type Known = CompanySignIn & { readonly secret: string };

/** Time for an answer of the company's provider. */
const TIMEOUT_SECONDS = 10;
/** How long the provider's metadata is cached. */
const KEEP_MS = 10 * 60_000;
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const LOGOUT_AGE = '5m';
const library = () => import('openid-client');

/** The data that the browser keeps between leaving for the provider and returning. */
export interface Journey {
  readonly organisationId: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly until: number;
}

/** The claims of somebody who has signed in at the provider. */
export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

/** Communicates with the providers of companies: OpenID Connect with the code flow and PKCE. */
export class CompanyClient {
  readonly #now: () => number;
  readonly #known = new Map<string, { readonly made: Promise<Configuration>; readonly until: number }>();

  /** @param now monotonic */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Where the browser goes, and the data it has to keep. @throws ProblemError company-sign-in-failed */
  async begin(signIn: Known, redirectUri: string, until: number): Promise<{ url: URL; journey: Journey }> {
    const openid = await library();
    const configuration = await this.#configurationOf(signIn);
    const verifier = openid.randomPKCECodeVerifier();
    const { organisationId } = signIn;
    const journey = { organisationId, state: openid.randomState(), nonce: openid.randomNonce(), verifier, until };
    const url = openid.buildAuthorizationUrl(configuration, {
      ...{ redirect_uri: redirectUri, scope: signIn.scope, state: journey.state, nonce: journey.nonce },
      ...{ code_challenge: await openid.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
    });
    return { url, journey };
  }

  /** @param current the address that the provider sent the browser to @throws ProblemError company-sign-in-failed */
  async complete(signIn: Known, { state, nonce, verifier }: Journey, current: URL): Promise<Claims> {
    const openid = await library();
    const configuration = await this.#configurationOf(signIn);
    try {
      const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true };
      const tokens = await openid.authorizationCodeGrant(configuration, current, checks);
      const claims = tokens.claims()!;
      const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined;
      const more = hasMore ? await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub) : {};
      return { ...more, ...claims };
    } catch (error) {
      throw failed(detailOf('The provider of your company has not confirmed the sign-in.'), error);
    }
  }

  /**
   * The subject of a logout token (OpenID Connect Back-Channel Logout 1.0, §2.6).
   * @throws ProblemError malformed-request
   */
  async subjectOfLogout(signIn: Known, token: string): Promise<string> {
    const { createRemoteJWKSet, jwtVerify } = await import('jose');
    const { jwks_uri: keys, issuer } = (await this.#configurationOf(signIn)).serverMetadata();
    try {
      const { payload } = await jwtVerify(token, createRemoteJWKSet(new URL(keys!)), {
        ...{ issuer, audience: signIn.clientId, maxTokenAge: LOGOUT_AGE, requiredClaims: ['sub', 'iat', 'jti'] },
      });
      const events = payload['events'] as Record<string, unknown> | undefined;
      if (typeof events?.[LOGOUT_EVENT] !== 'object' || payload['nonce'] !== undefined)
        throw new Error('it is not a logout token');
      return payload.sub!;
    } catch (error) {
      throw new ProblemError('malformed-request', detailOf('The logout token is not valid.'), { cause: error });
    }
  }

  async #configurationOf(signIn: Known): Promise<Configuration> {
    const key = `${signIn.organisationId} ${signIn.modifiedAt}`;
    const known = this.#known.get(key);
    if (known !== undefined && known.until > this.#now()) return known.made;
    const made = discover(signIn);
    for (const old of this.#known.keys()) if (old.startsWith(signIn.organisationId)) this.#known.delete(old);
    this.#known.set(key, { made, until: this.#now() + KEEP_MS });
    made.catch(() => this.#known.delete(key));
    return made;
  }
}

async function discover({ issuer, clientId, secret }: Known): Promise<Configuration> {
  const { allowInsecureRequests, discovery } = await library();
  const address = new URL(issuer);
  const execute = address.protocol === 'http:' ? [allowInsecureRequests] : [];
  try {
    return await discovery(address, clientId, secret, undefined, { execute, timeout: TIMEOUT_SECONDS });
  } catch (error) {
    throw failed(detailOf('The provider at {issuer} does not answer as expected.', { issuer }), error);
  }
}

function failed(detail: Detail, cause: unknown): ProblemError {
  return new ProblemError('company-sign-in-failed', detail, { cause });
}
