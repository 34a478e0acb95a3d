import type { TestServer } from '@fieldbridge/server/testing/server.ts';
import { sendTicket } from './send-ticket.ts';

/** What a name may contain: HTML, quotes, a mark that turns the direction of the text. */
export const HTML = '<img src=x onerror="hit=1">"\'&amp;\u202e';
/** Names of 500 characters: of words, of one word, and from right to left. */
const NAMES = [
  `${HTML} ${'Grünes Tal am Deich '.repeat(30)}`.slice(0, 500),
  `${'Donaudampfschiffahrtsgesellschaft'.repeat(20)}`.slice(0, 500),
  'مشروع الطريق الجديد '.repeat(30).slice(0, 500),
] as const;

/** Gives everything of the demonstration names that nobody expects. */
export async function fillWithHostileTexts({ context, ...server }: TestServer): Promise<void> {
  const named = [
    ...[['desk', 'organisations', 'name'] as const, ['desk', 'people', 'name'] as const],
    ...[['desk', 'accessRequests', 'organisationName'] as const, ['conversion', 'jobs', 'name'] as const],
    ...[['weighing-sandbox', 'weighBridges', 'name'] as const, ['project-sandbox', 'divisions', 'name'] as const],
  ];
  for (const [space, table, column] of named) {
    const { store } = context.space(space);
    for (const [i, name] of NAMES.entries())
      await store.write((tx) => tx.run(`UPDATE ${table} SET ${column} = ? WHERE length(id) % 3 >= ?`, name, i));
  }
  const projects = context.space('project-sandbox').store;
  for (const name of NAMES)
    await projects.write((tx) =>
      tx.run(
        `UPDATE projects SET fields = json_set(fields, '$.name', ?) WHERE id IN
          (SELECT id FROM projects ORDER BY random() LIMIT 2)`,
        name,
      ),
    );
  for (const [i, name] of NAMES.entries())
    await sendTicket(server, `${name.slice(0, 30)}${i}`, {
      ...{ customer: { name: name.slice(0, 200) }, product: { name: name.slice(0, 200) } },
      ...{ project: { description: name.slice(0, 200) }, vehicle: { licenseplate: name.slice(0, 16) } },
      tareWeight: { quantity: -1, unit: 't' },
    });
}
