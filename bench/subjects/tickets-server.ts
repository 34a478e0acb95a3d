import { setLateFlags, startServer } from '@fieldbridge/server';
import { TicketStore } from '@fieldbridge/server/weighing/ticket-store.ts';

// node tickets-server.ts SETTINGS [no-store]: the real server with settings as JSON, or the same route without a store.
// The demonstration is made unless a key is among them, because then another server has made it.
const [settings, store] = process.argv.slice(2);
const flags = JSON.parse(settings!) as Record<string, unknown>;
if (store === 'no-store') {
  let uuid = 0;
  TicketStore.prototype.add = async (_by, tickets) =>
    tickets.map(({ ticket: { body } }) => ({
      ...{ uuid: `00000000-0000-7000-8000-${String(uuid++).padStart(12, '0')}`, version: 1 },
      ...{ createdAt: 0, modifiedAt: 0, body },
    }));
}
const server = await startServer({
  flags: { ...flags, port: 0, requestsPerMinute: 0 },
  env: {},
  demo: flags['key'] === undefined,
  print: () => {},
  log: { write: () => {} },
});
setLateFlags();
process.stdout.write(`${server.port}\n`);
