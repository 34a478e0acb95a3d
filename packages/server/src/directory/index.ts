export { ServerKey } from '../storage/server-key.ts';
export type { Credential, Principal, SecretInfo } from './credential.ts';
export { CredentialStore } from './credential-store.ts';
export { FailureLimit } from './failures.ts';
export {
  type Authenticate,
  authenticateWith,
  headerAuthentication,
  PAIR_HEADERS,
  principalOf,
} from './header-authentication.ts';
export { newSecret, SECRET_LENGTH_MAX } from './secret.ts';
export { bearerAuthentication } from './tokens/bearer-authentication.ts';
export { addTokenEndpoint, type TokenEndpoint } from './tokens/token-endpoint.ts';
export { TokenStore } from './tokens/token-store.ts';
export { type WeighBridge, WeighBridgeStore } from './weigh-bridges.ts';
