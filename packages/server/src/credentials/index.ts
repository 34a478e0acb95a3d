export type { Credential, Principal, SecretInfo } from './credential.ts';
export { CredentialStore } from './credential-store.ts';
export { FailureLimit } from './failures.ts';
export { type Authenticate, headerAuthentication } from './header-authentication.ts';
export { newSecret, SECRET_LENGTH_MAX } from './secret.ts';
export { ServerKey } from './server-key.ts';
export { type WeighBridge, WeighBridgeStore } from './weigh-bridges.ts';
