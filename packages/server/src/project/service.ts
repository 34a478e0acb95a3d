import type { FastifyRequest } from 'fastify';
import { bearerAuthentication, type Principal } from '../credentials/index.ts';
import { addTokenEndpoint } from '../credentials/tokens/token-endpoint.ts';
import type { App } from '../http/app.ts';
import { addIdempotency } from '../http/idempotency.ts';
import { defineService, type ServiceContext } from '../service.ts';
import { DivisionStore } from './division-store.ts';
import { addDivisionRoutes } from './divisions.ts';
import { projectDocument } from './document.ts';
import { projectMigrations } from './migrations.ts';
import { ProjectStore } from './project-store.ts';
import { addProjectRoutes } from './projects.ts';

const settings = {
  projectPath: { type: 'string', default: '/project', check: checkPath, doc: 'Path of the project interface.' },
} as const;

const ENVIRONMENTS = ['sandbox', 'production'] as const;
type Environment = (typeof ENVIRONMENTS)[number];

/** The project interface: tokens, divisions, projects, in two environments that share nothing. */
export const projectService = defineService({
  name: 'project',
  settings,
  spaces: ENVIRONMENTS.map((environment) => ({
    name: `project-${environment}` as const,
    migrations: projectMigrations,
  })),
  create: (context) => ({
    document: projectDocument(context.settings.projectPath),
    async routes(app) {
      for (const environment of ENVIRONMENTS)
        await addEnvironment(app, context, `${context.settings.projectPath}/v1/${environment}`, environment);
    },
  }),
});

/** Adds one environment: its token endpoint in the open, everything else behind its bearer tokens. */
async function addEnvironment(
  app: App,
  context: ServiceContext<typeof settings>,
  base: string,
  environment: Environment,
): Promise<void> {
  const space = `project-${environment}` as const;
  const { database } = context.space(space);
  const tokens = context.tokens(space);
  const credentials = context.credentials(space);
  addTokenEndpoint(app, {
    path: `${base}/token`,
    tokens,
    credentials,
    failures: context.failures,
    revokeFamily: context.core.revokeFamilyOnReuse,
    audit: (note) => context.audit.note(note),
    ...context.tokenLimits,
  });
  await app.register(async (inner) => {
    const scope = inner as unknown as App;
    const authenticate = bearerAuthentication(tokens, credentials, context.limiter);
    const principals = new WeakMap<FastifyRequest, Principal>();
    const principalOf = (request: FastifyRequest) => principals.get(request)!;
    scope.addHook('onRequest', async (request, reply) => {
      principals.set(request, await authenticate(request, reply));
    });
    addIdempotency(scope, database, context.clock, (request) => principalOf(request).clientId);
    const divisions = new DivisionStore(database, context.clock);
    addDivisionRoutes(scope, base, divisions, principalOf);
    addProjectRoutes(scope, {
      base,
      space,
      projects: new ProjectStore(database, divisions, context.clock),
      cursors: context.cursors,
      principalOf,
    });
  });
}

function checkPath(path: string): string | undefined {
  return /^(\/[\w.~-]+)*$/.test(path) ? undefined : 'a path such as /project is needed, without a slash at the end';
}
