import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ConversionClient } from '../testing/conversion-client.ts';
import { startTestServer } from '../testing/server.ts';

// A plan in metres of a national grid whose header says millimetre: the caller decides before the import.
// A plan in metres of a national grid whose header says millimetre: the caller decides before the import.

const LINES = Array.from(
  { length: 20 },
  (_, i) => `0\nLINE\n8\n0\n10\n${440_000 + 20 * i}\n20\n5540000\n11\n440001\n21\n5540300\n`,
);
const PLAN = `0\nSECTION\n2\nHEADER\n9\n$INSUNITS\n70\n4\n0\nENDSEC\n0\nSECTION\n2\nENTITIES\n${LINES.join('')}0\nENDSEC\n0\nEOF\n`;

interface Choice {
  readonly option: string;
  chosen: string;
  readonly values: readonly { readonly value: string }[];
}

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const client = ConversionClient.of(server);

async function report(): Promise<Awaited<ReturnType<typeof client.report>> & { choices: Choice[] }> {
  const { jobId } = await client.createJob({ unit: 'm' });
  return (await client.report(jobId, 'dxf', PLAN, 'plan.dxf', '&as=features')) as never;
}

for (const [chosen, northing] of [
  ['mm', 5540],
  ['m', 5_540_000],
] as const)
  test(`the report offers both units, and the import follows the choice of ${chosen}`, async () => {
    const filter = await report();
    const [choice] = filter.choices;
    assert.deepEqual(
      [choice?.option, choice?.chosen, choice?.values.map(({ value }) => value)],
      ['drawingUnit', 'mm', ['mm', 'm']],
    );
    choice!.chosen = chosen;
    await client.importFiltered(filter);
    await client.status(filter.jobId);
    const { extent } = await client.info(filter.jobId);
    assert.equal((extent as { minNorthing: number }).minNorthing, northing);
  });

test('a choice or a value that the report did not offer is refused', async () => {
  const filter = await report();
  for (const [option, chosen] of [
    ['drawingUnit', 'km'],
    ['space', 'both'],
  ] as const) {
    const body = JSON.stringify({ ...filter, choices: [{ option, chosen }] });
    const headers = { 'content-type': 'application/json' };
    const refused = await client.send('PUT', `/job/${filter.jobId}/filtered/${filter.fileId}`, body, headers);
    const { code, errors } = refused.json() as { code: string; errors: { pointer: string }[] };
    assert.deepEqual([refused.status, code, errors[0]?.pointer], [422, 'selection-unknown', '#/choices/0']);
  }
});
