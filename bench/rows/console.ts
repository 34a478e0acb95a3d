import { storeTickets } from '@fieldbridge/console/testing/many-tickets.ts';
import { bundle } from '@fieldbridge/console/testing/sizes.ts';
import { missingChromium } from '@fieldbridge/viewer/testing/browser.ts';
import type { BenchRow, Measurement } from '../row.ts';
import { firstView, interaction, scrolling, ticketSeen } from '../subjects/console/pages.ts';
import { Person } from '../subjects/console/person.ts';
import { dropped, importDrawing, stored } from '../subjects/console/pictures.ts';

// The budgets of shared/design/console.md that concern the pages of the console.

const TICKETS = 100_000;
const ENTITIES = 100_000;

let person: Person | undefined;
let job = '';

async function build(): Promise<Measurement> {
  const before = process.cpuUsage();
  const began = performance.now();
  await bundle();
  const { user, system } = process.cpuUsage(before);
  const note = `CPU time of the calling process ${((user + system) / 1e6).toFixed(2)} s; esbuild is one of its own`;
  return { seconds: (performance.now() - began) / 1000, note };
}

/** A row about somebody at the console. @param fill stores what it needs */
const row = (
  described: Pick<BenchRow, 'id' | 'title' | 'goal' | 'unit' | 'sizes'>,
  run: (person: Person, size: number) => Promise<Measurement>,
  fill: (person: Person) => Promise<void> = async () => {},
): BenchRow => ({
  ...described,
  async prepare() {
    if (missingChromium() !== undefined) return async () => {};
    person = await Person.start();
    await fill(person);
    return () => person!.stop();
  },
  subjects: [{ name: 'Fieldbridge', role: 'ours', missing: missingChromium, run: (size) => run(person!, size) }],
});

export const rows: BenchRow[] = [
  {
    ...{ id: 'console-build', title: 'the console, from its sources to files for browsers', goal: '1 s' },
    ...{ unit: 'builds', sizes: [1], prepare: async () => async () => {} },
    subjects: [{ name: 'Fieldbridge', role: 'ours', run: build }],
  },
  row(
    {
      ...{ id: 'console-first', title: 'address → the first view of somebody signed in, nothing cached' },
      ...{ goal: '0.8 s, 60 kB of script and style', unit: 'views', sizes: [1] },
    },
    firstView,
  ),
  row(
    {
      ...{ id: 'console-interaction', title: 'clicks and keys → the next picture, the slowest of a walk' },
      ...{ goal: '100 ms', unit: 'walks', sizes: [1] },
    },
    interaction,
  ),
  row(
    {
      ...{ id: 'console-scroll', title: 'script per frame while tickets scroll', goal: '16 ms' },
      ...{ unit: 'tickets', sizes: [TICKETS] },
    },
    scrolling,
    ({ server }) => storeTickets(server, TICKETS),
  ),
  row(
    {
      ...{ id: 'console-ticket', title: 'a ticket is committed → its row is in an open page', goal: '0.3 s' },
      ...{ unit: 'tickets', sizes: [1] },
    },
    ticketSeen,
  ),
  row(
    {
      ...{ id: 'console-dropped', title: 'a dropped DXF → its picture before the import', goal: '100 k: 2 s' },
      ...{ unit: 'entities', sizes: [ENTITIES] },
    },
    dropped,
  ),
  row(
    {
      ...{ id: 'console-stored', title: 'the address of a job → its picture', goal: '100 k: 1 s' },
      ...{ unit: 'entities', sizes: [ENTITIES] },
    },
    (someone) => stored(someone, job),
    async (someone) => {
      job = await importDrawing(someone, ENTITIES);
    },
  ),
];
