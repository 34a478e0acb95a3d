import { startServer } from '@fieldbridge/server';
import { TicketStore } from '@fieldbridge/server/weighing/ticket-store.ts';

// node tickets-server.ts DIRECTORY KIND [DATABASE]: the real server, or with no-store the same route without a store.
const [directory, store, database] = process.argv.slice(2);
if (store === 'no-store') {
  let uuid = 0;
  TicketStore.prototype.add = async (_by, tickets) =>
    tickets.map(({ ticket: { body } }) => ({
      ...{ uuid: `00000000-0000-7000-8000-${String(uuid++).padStart(12, '0')}`, version: 1 },
      ...{ createdAt: 0, modifiedAt: 0, body },
    }));
}
const server = await startServer({
  flags: { data: directory, database, port: 0, requestsPerMinute: 0 },
  env: {},
  demo: true,
  print: () => {},
  log: { write: () => {} },
});
process.stdout.write(`${server.port}\n`);
