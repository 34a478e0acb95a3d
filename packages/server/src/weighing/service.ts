import { SCALE_INTERVAL_KG } from '@fieldbridge/contract';
import type { SettingsTable } from '../config/setting.ts';
import { authenticateWith, headerAuthentication, PAIR_HEADERS, principalOf } from '../directory/index.ts';
import { requireRoles } from '../directory/people/session-authentication.ts';
import { addEventRoutes, EventHub, eventMigrations } from '../events/index.ts';
import type { App } from '../http/app.ts';
import { addIdempotency } from '../http/idempotency.ts';
import { addSandboxFailures } from '../http/sandbox-failures.ts';
import { type DemoContext, defineService, type ServiceContext } from '../service/service.ts';
import { makeDemoTickets } from './demo-tickets.ts';
import { weighingDocument } from './document.ts';
import type { Environment } from './environment.ts';
import { TicketErasure } from './erasure.ts';
import { acceptTickets } from './intake.ts';
import { weighingMigrations } from './migrations.ts';
import { addCreate } from './routes/create.ts';
import { addList } from './routes/list.ts';
import { addReports } from './routes/reports.ts';
import { addSettling } from './routes/settling.ts';
import { addSingle } from './routes/single.ts';
import { TicketChanges } from './ticket-changes.ts';
import { TICKET_EVENT_TYPES, TicketEvents } from './ticket-events.ts';
import { TicketMonths, ticketMonthMigrations } from './ticket-months.ts';
import { TicketStore } from './ticket-store.ts';

const settings = {
  weighingPath: {
    type: 'string',
    default: '/weighing',
    check: checkPath,
    doc: 'Path of the weighing interface, production.',
  },
  weighingSandboxPath: {
    type: 'string',
    default: '/weighing-sandbox',
    check: checkPath,
    doc: 'Path of the weighing interface, sandbox.',
  },
  scaleInterval: {
    type: 'number',
    default: SCALE_INTERVAL_KG,
    min: 0,
    doc: 'Kilograms by which a nett weight may differ from gross − tare without a finding.',
  },
  ticketMonths: {
    type: 'boolean',
    default: false,
    doc: 'Whether PostgreSQL keeps tickets divided by month, from about 50 million on. The first start with it divides those that are stored, and it cannot be undone.',
  },
} as const satisfies SettingsTable;

const SPACES = ['weighing-production', 'weighing-sandbox'] as const;

/** The weighing interface: tickets of weigh bridges, in two environments that share nothing. */
export const weighingService = defineService({
  name: 'weighing',
  settings,
  spaces: SPACES.flatMap((name) => [
    { name, migrations: weighingMigrations },
    { name, migrations: eventMigrations },
    { name, migrations: ticketMonthMigrations, setting: 'ticketMonths' },
  ]),
  create: (context) => {
    const { weighingPath, weighingSandboxPath } = context.settings;
    const hubs = SPACES.map(
      (space) =>
        new EventHub(context, {
          space,
          types: TICKET_EVENT_TYPES,
          sources: [new TicketEvents(context.space(space).store)],
        }),
    );
    let sandbox: Environment | undefined;
    const stores = context.settings.ticketMonths ? SPACES.map((space) => context.space(space).store) : [];
    const months = new TicketMonths(
      stores,
      () => context.clock.now(),
      (error) => context.log.error({ err: error }, 'months of tickets could not be made'),
    );
    return {
      document: weighingDocument(weighingPath, weighingSandboxPath),
      async routes(app) {
        for (const [i, space] of SPACES.entries()) {
          const base = `${space === 'weighing-production' ? weighingPath : weighingSandboxPath}/v2`;
          const environment = await addEnvironment(app, context, base, space, hubs[i]!);
          if (space === 'weighing-sandbox') sandbox = environment;
        }
      },
      onReady: async () => {
        await months.start();
        for (const hub of hubs) hub.start();
      },
      onDrain: async () => {
        await months.stop();
        await Promise.all(hubs.map((hub) => hub.stop()));
      },
      demoRecords: async (demo) => sandbox && makeDemoTickets(sandbox, demo),
      demo: (demo) => showCall(demo, `${weighingSandboxPath}/v2/weighing`),
    };
  },
});

/** Adds one environment with its own credentials. */
async function addEnvironment(
  app: App,
  context: ServiceContext<typeof settings>,
  base: string,
  space: (typeof SPACES)[number],
  hub: EventHub,
): Promise<Environment> {
  const { store } = context.space(space);
  const tickets = new TicketStore(store, context.clock, context.settings.scaleInterval);
  context.erasers.set(space, new TicketErasure(store, tickets));
  context.changes.set(space, new TicketChanges(store, space.slice('weighing-'.length)));
  const environment: Environment = {
    base,
    space,
    store,
    tickets,
    bridges: context.weighBridges(space),
    cursors: context.cursors,
    audit: context.audit,
    clock: context.clock,
    hub,
    principalOf,
  };
  await app.register(async (inner) => {
    const scope = inner as unknown as App;
    const authenticate = headerAuthentication(context.credentials(space), context.failures, context.callers);
    const session = { space, base, callers: context.callers };
    requireRoles(scope, session);
    const either = context.people.authentication.beside(authenticate, session);
    authenticateWith(scope, `${PAIR_HEADERS}, Cookie`, either);
    addIdempotency(
      scope,
      { ...context.core, clock: context.clock, cluster: context.cluster, store },
      environment.principalOf,
    );
    if (space === 'weighing-sandbox') addSandboxFailures(scope);
    addEventRoutes(scope, environment);
    addReports(scope, environment);
    addSettling(scope, environment);
    await scope.register(async (raw) => {
      acceptTickets(raw);
      addCreate(raw as unknown as App, environment);
      addList(raw as unknown as App, environment);
      addSingle(raw as unknown as App, environment);
    });
  });
  return environment;
}

/**
 * Prints an example call at the first start; it reads the credentials from demo.json, so that no secret is in a shell
 * history.
 */
function showCall({ baseUrl, lines }: DemoContext, path: string): void {
  lines.push(
    '',
    '# A weighing ticket:',
    `curl -s ${baseUrl}${path} -H 'Content-Type: application/json' -H "X-ClientId: $(demo .weighing.clientId)" -H "X-ClientSecret: $(demo .weighing.clientSecret)" -d '{"locationId":"'$(demo .weighing.locationIds[0])'","externalId":"T-'$(date +%s)'","nettWeight":{"quantity":25.40,"unit":"t"}}'`,
  );
}

function checkPath(path: string): string | undefined {
  return /^(\/[\w.~-]+)*$/.test(path) ? undefined : 'must be a path such as /weighing, without a slash at the end';
}
