// npm run campaign:formats -- FORMAT|all ROUNDS [--from ROUND] [--release NAME] [--seed N] [--deadline S] [--memory MB]
// [--in-place|--inside] [--losses]
// Reads damaged copies of real and generated files: each must be read or refused with a code, within the time and
// memory limits. With --losses, an issue must be reported where fewer entities are found than in the undamaged file.
// A campaign that was stopped continues with --from: each round depends on the seed and its number only.
import { join } from 'node:path';
import { runCampaign } from './run.ts';
import { type CampaignWords, readWords } from './words.ts';

const WRONG_USAGE = 2;
const corpus = process.env['CORPUS'] ?? join(import.meta.dirname, '../../../shared/corpus');

/** The arguments; wrong usage is reported and ends the process. */
function wordsOrEnd(): CampaignWords {
  try {
    return readWords(process.argv.slice(2));
  } catch (error) {
    console.error((error as Error).message);
    process.exit(WRONG_USAGE);
  }
}

const { formats, ...campaign } = wordsOrEnd();
const { rounds, seed } = campaign;
let faults = 0;
for (const format of formats) {
  const started = performance.now();
  const outcome = await runCampaign({
    ...campaign,
    format,
    corpus,
    progress: (round) => {
      if (round % 100 === 0) process.stderr.write(`\r${format}: ${round} of ${rounds}`);
    },
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  process.stderr.write('\r\u001b[K');
  console.log(`${format}: ${rounds} damaged files (seed ${seed}) in ${seconds} s, ${outcome.faults.length} faults`);
  for (const [answer, count] of Object.entries(outcome.answers).sort((a, b) => b[1] - a[1]))
    console.log(`  ${answer}: ${count}`);
  for (const { round, text } of outcome.faults) console.log(`  FAULT in round ${round}: ${text}`);
  faults += outcome.faults.length;
}
process.exit(faults === 0 ? 0 : 1);
