import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rawTables } from '../../src/formats/machine/raw.ts';
import { FormatError, MemorySource } from '../../src/index.ts';
import { corpusFile, readWith } from '../../testing/machine/support.ts';

const BRISBANE = corpusFile('tps-bris.tp3');
const OPERATOR = corpusFile('My_Operator_Data.pt3');

describe('every prefix of the small PT3', () => {
  it('is read up to its end or refused, and reported', async () => {
    let refused = 0;
    for (let length = 0; length < OPERATOR.length; length++) {
      const prefix = OPERATOR.subarray(0, length);
      try {
        const { job, issues } = await readWith('pt3', prefix);
        assert.ok(issues.has('error'), `a file cut at ${length} is not reported`);
        assert.ok(job.points.length < 3);
      } catch (error) {
        if (!(error instanceof FormatError)) throw error;
        refused++;
      }
      await rawTables(new MemorySource(prefix)).catch((error: unknown) => assert.ok(error instanceof FormatError));
    }
    assert.ok(refused >= 0x60 && refused <= 0x62, `${refused} prefixes end in the header`);
  });
});

describe('a short seeded campaign', () => {
  it('gives a job or a FormatError for 600 damaged files, never anything else', async () => {
    let state = 0x2545_f491;
    const random = (below: number): number => {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      return (state >>> 0) % below;
    };
    const outcomes = { read: 0, refused: 0 };
    for (let round = 0; round < 600; round++) {
      const file = Buffer.from(round % 3 === 0 ? BRISBANE : OPERATOR);
      for (let i = 0; i <= random(12); i++) {
        const at = random(2) === 0 ? random(Math.min(file.length, 0x700)) : random(file.length);
        file[at] = [0, 0xff, 0x80, random(256)][random(4)]!;
      }
      const cut = random(5) === 0 ? file.subarray(0, random(file.length)) : file;
      try {
        const { job, tally } = await readWith('tp3', cut);
        outcomes.read++;
        for (const row of tally.rows()) assert.equal(row.found, row.read + row.skipped, row.type);
        assert.ok(job.points.coordinates.view().every((value) => !Math.abs(value).toString().includes('Infinity')));
      } catch (error) {
        if (!(error instanceof FormatError)) throw error;
        outcomes.refused++;
      }
    }
    assert.ok(outcomes.read > 200 && outcomes.refused > 5, JSON.stringify(outcomes));
  });
});
