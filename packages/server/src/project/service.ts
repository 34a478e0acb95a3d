import { WRONG_TOKEN } from '../directory/challenges.ts';
import { DivisionStore } from '../directory/division-store.ts';
import { authenticateWith, bearerAuthentication, principalOf } from '../directory/index.ts';
import { requireRoles } from '../directory/people/session-authentication.ts';
import { addTokenEndpoint } from '../directory/tokens/token-endpoint.ts';
import { addEventRoutes, EventHub, eventMigrations } from '../events/index.ts';
import type { App } from '../http/app.ts';
import { addIdempotency } from '../http/idempotency.ts';
import { addSandboxFailures } from '../http/sandbox-failures.ts';
import { refuseUnstorableTexts } from '../http/well-formed.ts';
import { defineService, type ServiceContext } from '../service/service.ts';
import { makeDemoProjects } from './demo-projects.ts';
import { addDivisionRoutes } from './divisions.ts';
import { projectDocument } from './document.ts';
import { projectMigrations } from './migrations.ts';
import { ProjectChanges } from './project-changes.ts';
import { PROJECT_EVENT_TYPES, ProjectStore } from './project-store.ts';
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
  spaces: ENVIRONMENTS.flatMap((environment) =>
    [projectMigrations, eventMigrations].map((migrations) => ({ name: `project-${environment}` as const, migrations })),
  ),
  create: (context) => {
    const { projectPath } = context.settings;
    const [sandbox, production] = ENVIRONMENTS.map((environment) => partsOf(context, environment));
    const environments = [sandbox!, production!];
    return {
      document: projectDocument(projectPath),
      async routes(app) {
        for (const parts of environments) {
          await addEnvironment(app, context, `${projectPath}/v1/${parts.environment}`, parts);
        }
      },
      onReady: () => environments.forEach(({ hub }) => void hub.start()),
      onDrain: async () => void (await Promise.all(environments.map(({ hub }) => hub.stop()))),
      demoRecords: (demo) => makeDemoProjects(sandbox!, demo),
    };
  },
});

/** What one environment consists of. */
interface EnvironmentParts {
  readonly environment: Environment;
  readonly hub: EventHub;
  readonly divisions: DivisionStore;
  readonly projects: ProjectStore;
}

function partsOf(context: ServiceContext<typeof settings>, environment: Environment): EnvironmentParts {
  const space = `project-${environment}` as const;
  const { store } = context.space(space);
  const hub = new EventHub(context, { space, types: PROJECT_EVENT_TYPES });
  const divisions = DivisionStore.of(store, context.clock);
  const projects = new ProjectStore(store, divisions, context.clock, (tx, type, organisationId, project) =>
    hub.outbox.add({ organisationId, type, data: project }, tx),
  );
  context.changes.set(space, new ProjectChanges(hub.outbox, environment));
  return { environment, hub, divisions, projects };
}

/** Adds one environment: a public token endpoint, and everything else behind its bearer tokens. */
async function addEnvironment(
  app: App,
  context: ServiceContext<typeof settings>,
  base: string,
  { environment, hub, divisions, projects }: EnvironmentParts,
): Promise<void> {
  const space = `project-${environment}` as const;
  const { store } = context.space(space);
  const tokens = context.tokens(space);
  const credentials = context.credentials(space);
  addTokenEndpoint(app, {
    path: `${base}/token`,
    tokens,
    credentials,
    failures: context.failures,
    callers: context.callers,
    revokeFamily: context.core.revokeFamilyOnReuse,
    audit: (note) => context.audit.note(note),
    ...context.tokenLimits,
    publicUrl: context.publicUrl,
  });
  await app.register(async (inner) => {
    const scope = inner as unknown as App;
    const session = { space, base, callers: context.callers };
    requireRoles(scope, session);
    const authenticate = bearerAuthentication(tokens, credentials, context.callers);
    authenticateWith(scope, 'Authorization, Cookie', context.people.authentication.beside(authenticate, session));
    addIdempotency(scope, { ...context.core, clock: context.clock, cluster: context.cluster, store }, principalOf);
    if (environment === 'sandbox') addSandboxFailures(scope, WRONG_TOKEN);
    refuseUnstorableTexts(scope);
    addDivisionRoutes(scope, base, divisions, principalOf);
    addProjectRoutes(scope, { base, space, projects, cursors: context.cursors, principalOf });
    addEventRoutes(scope, { base, hub, space, cursors: context.cursors, principalOf });
  });
}

function checkPath(path: string): string | undefined {
  return /^(\/(?!\.\.?(?:\/|$))[\w.~-]+)*$/.test(path)
    ? undefined
    : 'a path such as /project is needed, without a slash at the end';
}
