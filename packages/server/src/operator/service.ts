import type { FastifyRequest } from 'fastify';
import type { SettingsTable } from '../config/setting.ts';
import { documentNotice } from '../directory/people/key-expiry.ts';
import type { App } from '../http/app.ts';
import { addIdempotency } from '../http/idempotency.ts';
import type { InterfaceDocument } from '../http/interface-document.ts';
import { markPrivate } from '../http/private-answers.ts';
import { refuseUnstorableTexts } from '../http/well-formed.ts';
import { defineService } from '../service/service.ts';
import { type Actor, OperatorAuthentication } from './authentication.ts';
import { makeDemoRequests } from './demo-requests.ts';
import { Desk } from './desk.ts';
import { DeskChanges } from './desk-changes.ts';
import { documentRoles, requireRole } from './roles.ts';
import { addAccessForm } from './routes/access-form.ts';
import { addAccessRequests } from './routes/access-requests.ts';
import { addCollections } from './routes/collections.ts';
import { addCredentials } from './routes/credentials.ts';
import { addDivisions, addWeighBridges } from './routes/divisions.ts';
import { addErasures } from './routes/erasures.ts';
import { addAudit, addMessages } from './routes/messages.ts';
import { addOperators } from './routes/operators.ts';
import { addOrganisations } from './routes/organisations.ts';
import { addQuotas } from './routes/quotas.ts';
import type { DeskScope } from './routes/scope.ts';
import { addCurrentSession, addSignIn } from './routes/sessions.ts';
import { addSystem } from './routes/system.ts';

const settings = {
  operatorPath: {
    type: 'string',
    default: '/operator',
    check: (path: string) =>
      /^(\/(?!\.\.?(?:\/|$))[\w.~-]+)+$/.test(path)
        ? undefined
        : 'a path such as /operator is needed, without a slash at the end',
    doc: "Path of the operator's interface.",
  },
} as const satisfies SettingsTable;

const GROUPS: readonly ((scope: DeskScope) => void)[] = [
  addCurrentSession,
  addOperators,
  addOrganisations,
  addQuotas,
  addDivisions,
  addWeighBridges,
  addCredentials,
  addAccessRequests,
  addErasures,
  addMessages,
  addAudit,
  addSystem,
];

/** The operator's desk over HTTP. */
export const operatorService = defineService({
  name: 'operator',
  settings,
  spaces: [],
  create: (context) => {
    const path = context.settings.operatorPath;
    const desk = new Desk(context, path);
    context.changes.set('desk', new DeskChanges(context.space('desk').store));
    const authentication = new OperatorAuthentication(
      desk.operators,
      context.people.authentication,
      desk.audit,
      desk.expiry,
      context.localAuthority,
    );
    return {
      document: documentOf(path),
      async routes(app) {
        const base = `${path}/v1`;
        refuseUnstorableTexts(app);
        addSignIn(app, base, desk, authentication);
        await app.register(async (inner) => addOpenForm(inner as unknown as App, base, desk));
        addCollections(app, base, desk);
        await app.register(async (inner) => addDeskRoutes(inner as unknown as App, base, desk, authentication));
      },
      demoRecords: () => makeDemoRequests(desk.requests),
      onDrain: () => desk.mail.close(),
    };
  },
});

/** Applicants who fill in the form are identified only by address. */
function addOpenForm(app: App, base: string, desk: Desk): void {
  addIdempotency(app, keptWith(desk), (request) => onlyKnownAs(`form ${request.ip}`));
  addAccessForm(app, base, desk);
}

function addDeskRoutes(app: App, base: string, desk: Desk, authentication: OperatorAuthentication): void {
  const actors = new WeakMap<FastifyRequest, Actor>();
  const actorOf = (request: FastifyRequest) => actors.get(request)!;
  addLowerCaseIds(app);
  documentRoles(app, base);
  documentNotice(app);
  app.addHook('onRequest', async (request, reply) => {
    markPrivate(reply, 'Authorization, Cookie');
    const actor = await authentication.require(request, reply);
    actors.set(request, actor);
    requireRole(request, base, actor.role);
    if (actor.operatorId !== undefined) desk.context.limiter.take(`operator ${actor.operatorId}`, reply);
  });
  addIdempotency(app, keptWith(desk), (request) => onlyKnownAs(actorOf(request).operatorId ?? actorOf(request).name));
  for (const add of GROUPS) add({ app, base, desk, actorOf });
}

const keptWith = ({ context }: Desk) => ({
  cluster: context.cluster,
  ...context.core,
  clock: context.clock,
  store: context.space('desk').store,
});
/** A caller that belongs to no organisation. */
const onlyKnownAs = (name: string) => ({ clientId: name, organisationId: name });

/** UUIDs may be in upper or lower case (RFC 9562 §4); the stores hold them in lower case. */
function addLowerCaseIds(app: App): void {
  app.addHook('preHandler', (request, _reply, done) => {
    const params = request.params as Record<string, string>;
    for (const [name, value] of Object.entries(params)) params[name] = value.toLowerCase();
    done();
  });
}

function documentOf(path: string): InterfaceDocument {
  return {
    title: "Operator's desk",
    description:
      'Organisations, access requests, credentials, divisions, weigh bridges and the audit trail. An operator sends the personal key as a bearer token, or signs in for a browser session and repeats its CSRF token in X-CSRF-Token on every change.',
    paths: [`${path}/v1/openapi.json`, `${path}/openapi.json`],
    servers: [{ url: `${path}/v1` }],
    guide: 'operating',
    examples: async () => (await import('./examples.ts')).operatorExamples,
    stripPrefix: `${path}/v1`,
    securitySchemes: {
      operatorKey: { type: 'http', scheme: 'bearer' },
      session: { type: 'apiKey', in: 'cookie', name: 'fieldbridge_session' },
    },
    security: [{ operatorKey: [] }, { session: [] }],
    pages: [{ title: 'ask for access', path: `${path}/v1/access-requests/form` }],
    tags: [
      { name: 'sign-in', description: 'Browser sessions' },
      { name: 'access requests', description: 'Applications for access, and decisions' },
      { name: 'organisations', description: 'The client organisations' },
      { name: 'credentials', description: 'Client ids and secrets of the interfaces' },
      { name: 'divisions and weigh bridges', description: 'What an organisation has in each environment' },
      { name: 'erasure', description: 'Requests of persons to be erased' },
      { name: 'operators', description: 'The people at the desk' },
      { name: 'messages and audit', description: "The desk's messages and actions" },
      { name: 'system', description: 'The server itself' },
    ],
  };
}
