import { Jobs } from './conversion/jobs.ts';
import { OperatorDesk } from './operator/operator-desk.ts';
import { Divisions } from './project/divisions.ts';
import { Projects } from './project/projects.ts';
import { TokenEndpoint } from './tokens/token-endpoint.ts';
import { TokenSession } from './tokens/token-session.ts';
import { MemoryTokenStore, type TokenStore } from './tokens/token-store.ts';
import { Caller } from './transport/caller.ts';
import { headerPair } from './transport/header-pair.ts';
import { type Settings, type SettingsOptions, settingsOf } from './transport/settings.ts';
import { Tickets } from './weighing/tickets.ts';

/** Id and secret, as the desk issued them for one interface and environment. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** What may differ for one interface. */
export interface InterfaceOptions extends Partial<ClientCredentials> {
  /** Its own address, if it is not below `baseUrl` as on a Fieldbridge server. */
  readonly baseUrl?: string;
}

export interface FieldbridgeOptions extends SettingsOptions, ClientCredentials {
  /** Address of the server, for instance `https://bridge.example.com`. */
  readonly baseUrl: string;
  readonly environment: 'sandbox' | 'production';
  /** The document's `{base_url}`: `/v1/{environment}` is added. */
  readonly project?: InterfaceOptions;
  /** The address of the environment including `/v2`. */
  readonly weighing?: InterfaceOptions;
  /** The address that `/job` and `/token` are below. */
  readonly conversion?: InterfaceOptions;
  /** An operator's personal key. */
  readonly operator?: { readonly key: string; readonly baseUrl?: string };
  /** Where tokens are kept; in memory by default. */
  readonly tokens?: TokenStore;
}

/** A client of a Fieldbridge server, or of any server that implements the interface documents. */
export class Fieldbridge {
  readonly project: { readonly divisions: Divisions; readonly projects: Projects };
  readonly projects: Projects;
  readonly tickets: Tickets;
  readonly jobs: Jobs;
  readonly operator: OperatorDesk;

  /** @throws {TypeError} if it is not an address */
  constructor(options: FieldbridgeOptions) {
    const { environment } = options;
    const base = webAddress(options.baseUrl);
    const settings = settingsOf(options);
    const store = options.tokens ?? new MemoryTokenStore();
    const projectBase = `${webAddress(options.project?.baseUrl ?? `${base}/project`)}/v1/${environment}`;
    const project = bearer(projectBase, { ...options, ...options.project }, store, settings);
    this.projects = new Projects(project);
    this.project = { divisions: new Divisions(project), projects: this.projects };
    const sandbox = environment === 'sandbox' ? '-sandbox' : '';
    const weighing = { ...options, ...options.weighing };
    const weighingBase = webAddress(options.weighing?.baseUrl ?? `${base}/weighing${sandbox}/v2`);
    const conversionBase = webAddress(options.conversion?.baseUrl ?? `${base}/conversion`);
    this.jobs = new Jobs(bearer(conversionBase, { ...options, ...options.conversion }, store, settings));
    const key = { headers: { authorization: `Bearer ${options.operator?.key ?? ''}` } };
    const operatorBase = webAddress(options.operator?.baseUrl ?? `${base}/operator/v1`);
    const operator = { current: async () => key, renewed: async () => false };
    this.operator = new OperatorDesk(new Caller(operatorBase, operator, settings));
    this.tickets = new Tickets(
      new Caller(weighingBase, headerPair(weighing.clientId, weighing.clientSecret), settings),
    );
  }
}

function bearer(base: string, client: ClientCredentials, store: TokenStore, settings: Settings): Caller {
  const endpoint = new TokenEndpoint(`${base}/token`, client.clientId, client.clientSecret, settings);
  const session = new TokenSession(endpoint, store, `${base} ${client.clientId}`, settings.hooks);
  return new Caller(base, session, settings);
}

/** @returns it without slashes at its end */
function webAddress(text: string): string {
  const { protocol, username } = new URL(text);
  if (!/^https?:$/.test(protocol) || username !== '')
    throw new TypeError(`${protocol}// is not an address of a server`);
  return text.replace(/\/+$/, '');
}
