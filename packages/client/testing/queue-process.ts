// A program with a queue, which tests kill: node queue-process.ts FOLDER URL ID SECRET LOCATION ROUND
import { writeSync } from 'node:fs';
import { Fieldbridge } from '../src/index.ts';
import { TicketQueue } from '../src/queue/index.ts';

const [folder, baseUrl, clientId, clientSecret, locationIds, round] = process.argv.slice(2) as string[];
const queue = await TicketQueue.open(folder!);
const { tickets } = new Fieldbridge({
  ...{ baseUrl: baseUrl!, environment: 'sandbox', clientId: clientId!, clientSecret: clientSecret! },
  repetition: { firstPauseMs: 1 },
});
const sending = queue.forward({ tickets, batch: 7, untilEmpty: round === 'rest' });
if (round === 'rest') {
  await sending;
  await queue.close();
} else
  for (let i = 0; ; i++) {
    const externalId = `${round}-${i}`;
    const locationId = locationIds!.split(',')[i % 2]!;
    await queue.add([{ locationId, externalId, nettWeight: { quantity: i, unit: 'kg' } }]);
    // The parent counts on what it has read: written at once, after the ticket is on the disk.
    writeSync(1, `${externalId}\n`);
  }
