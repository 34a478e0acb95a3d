import { Organisations } from '../directory/organisations.ts';
import type { App } from '../http/app.ts';
import { markPrivate } from '../http/private-answers.ts';
import { refuseUnstorableTexts } from '../http/well-formed.ts';
import { defineService } from '../service/service.ts';
import { Attempts } from './attempts.ts';
import type { ConsoleParts } from './console-parts.ts';
import { ChangeFeed } from './live/change-feed.ts';
import { addCompanySignIn } from './routes/company.ts';
import { addCompanySettings } from './routes/company-settings.ts';
import { addEventStream } from './routes/events.ts';
import { addOwnPassword } from './routes/own-password.ts';
import { addOwnSessions } from './routes/own-sessions.ts';
import { addPasskeyRoutes } from './routes/passkeys.ts';
import { addPeopleRoutes } from './routes/people.ts';
import { addSessionRoutes } from './routes/sessions.ts';

const BASE = '/console/v1';

/** The parts that the pages of the console need besides the other interfaces: people, sign-in, sessions. */
export const consoleService = defineService({
  name: 'console',
  settings: {},
  spaces: [],
  create: (context) => {
    const { store } = context.space('desk');
    const { clock, audit, people, publicUrl, draining } = context;
    const parts: ConsoleParts = {
      ...{ store, clock, audit, people, publicUrl, draining },
      organisations: new Organisations(store, clock, audit),
      attempts: new Attempts(audit),
    };
    return {
      document: {
        title: 'Console',
        description:
          'The interface of the console pages: sign-in, sessions and people. A signed-in person calls the other interfaces with the same cookie and X-CSRF-Token; the table PERSON_ROUTES of the contract states which role may call which route.',
        paths: [`${BASE}/openapi.json`],
        servers: [{ url: BASE }],
        guide: 'console',
        stripPrefix: BASE,
        securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'fieldbridge_session' } },
        security: [{ session: [] }],
        tags: [
          { name: 'sign-in', description: 'Sessions and one-time links' },
          { name: 'passkeys', description: 'Own passkeys' },
          { name: 'people', description: 'People who may sign in, and their roles' },
          { name: 'company sign-in', description: 'OpenID Connect, by organisation' },
          { name: 'events', description: 'Changes, as they happen' },
        ],
      },
      async routes(app) {
        await app.register(async (inner) => {
          const scope = inner as unknown as App;
          refuseUnstorableTexts(scope);
          scope.addHook('onRequest', async (_request, reply) => markPrivate(reply, 'Cookie'));
          addSessionRoutes(scope, BASE, parts);
          addOwnSessions(scope, BASE, parts);
          addOwnPassword(scope, BASE, parts);
          addPasskeyRoutes(scope, BASE, parts);
          addCompanySettings(scope, BASE, parts);
          addCompanySignIn(scope, BASE, parts, context.key);
          addPeopleRoutes(scope, BASE, parts, context.cursors);
          addEventStream(scope, BASE, parts, new ChangeFeed(context.changes, context.log));
        });
      },
    };
  },
});
