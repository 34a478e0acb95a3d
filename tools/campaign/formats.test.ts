import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { FORMATS } from '@fieldbridge/formats';
import { Chance, mutate } from './mutation.ts';
import { CampaignRunner } from './run.ts';

/** The short form; the long one is `npm run campaign:formats`. */
const ROUNDS = 30;
/** The same damage on every machine; FC_SEED=<number> changes it. */
const DEFAULT_SEED = 1;
const corpus = process.env['CORPUS'] ?? join(import.meta.dirname, '../../../shared/corpus');
const runner = new CampaignRunner();
after(() => runner[Symbol.dispose]());

test('the same seed damages a file in the same way, another seed differently', () => {
  const original = new TextEncoder().encode('0\nSECTION\n2\nENTITIES\n0\nENDSEC\n0\nEOF\n'.repeat(20));
  const damaged = (seed: number): Uint8Array => mutate(original, original, new Chance(seed));
  assert.deepEqual(damaged(7), damaged(7));
  assert.notDeepEqual(damaged(7), damaged(8));
});

for (const format of FORMATS.filter((candidate) => candidate.loadReader !== undefined)) {
  test(`${ROUNDS} damaged ${format.id} files are read or refused with a code, without a crash or hang`, async () => {
    const seed = Number(process.env['FC_SEED'] ?? DEFAULT_SEED);
    const { answers, faults } = await runner.run({
      format: format.id,
      rounds: ROUNDS,
      seed,
      corpus,
      deadline: 240,
      memory: 1500 * 2 ** 20,
    });
    assert.deepEqual(faults, [], `repeat with: npm run campaign:formats -- ${format.id} ${ROUNDS} --seed ${seed}`);
    const total = Object.values(answers).reduce((sum, count) => sum + count, 0);
    assert.equal(total, ROUNDS);
  });
}

for (const format of ['dgn', 'imodel']) {
  test(`${ROUNDS} ${format} files damaged inside their compression are read or refused with a code`, async () => {
    const seed = Number(process.env['FC_SEED'] ?? DEFAULT_SEED);
    const way = { inside: true, deadline: 240, memory: 1500 * 2 ** 20 };
    const { answers, faults } = await runner.run({ format, rounds: ROUNDS, seed, corpus, ...way });
    assert.deepEqual(
      faults,
      [],
      `repeat with: npm run campaign:formats -- ${format} ${ROUNDS} --seed ${seed} --inside`,
    );
    assert.ok((answers['read'] ?? 0) > ROUNDS / 2, JSON.stringify(answers));
  });
}

for (const release of ['R14', '2000', '2004', '2007', '2010', '2013', '2018']) {
  test(`${ROUNDS} DWG files of ${release}, damaged in place, are read or refused with a code; most are read`, async () => {
    const seed = Number(process.env['FC_SEED'] ?? DEFAULT_SEED);
    const way = { release, inPlace: true, deadline: 240, memory: 1500 * 2 ** 20 };
    const { answers, faults } = await runner.run({ format: 'dwg', rounds: ROUNDS, seed, corpus, ...way });
    const repeat = `npm run campaign:formats -- dwg ${ROUNDS} --release ${release} --seed ${seed} --in-place`;
    assert.deepEqual(faults, [], `repeat with: ${repeat}`);
    assert.ok((answers['read'] ?? 0) > ROUNDS / 2, JSON.stringify(answers));
  });
}
