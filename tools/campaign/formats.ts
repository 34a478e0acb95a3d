// npm run campaign:formats -- FORMAT|all ROUNDS [--seed N] [--deadline S] [--memory MB] [--in-place|--inside]
// Reads damaged copies of real and written files: each must be read or refused with a code, in time and within the memory.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { FORMATS } from '@fieldbridge/formats';
import { runCampaign } from './run.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    deadline: { type: 'string', default: '20' },
    memory: { type: 'string', default: '1500' },
    'in-place': { type: 'boolean', default: false },
    inside: { type: 'boolean', default: false },
  },
});
const [wanted = 'all', rounds = '20000'] = positionals;
const readable = FORMATS.filter((format) => format.loadReader !== undefined).map((format) => format.id);
const ids = wanted === 'all' ? readable : [wanted];
const corpus = process.env['CORPUS'] ?? join(import.meta.dirname, '../../../shared/corpus');
let faults = 0;
for (const format of ids) {
  const started = performance.now();
  const outcome = await runCampaign({
    format,
    rounds: Number(rounds),
    seed: Number(values.seed),
    corpus,
    inPlace: values['in-place'],
    inside: values.inside,
    deadline: Number(values.deadline),
    memory: Number(values.memory) * 2 ** 20,
    progress: (round) => {
      if (round % 100 === 0) process.stderr.write(`\r${format}: ${round} of ${rounds}`);
    },
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  process.stderr.write('\r\u001b[K');
  console.log(
    `${format}: ${rounds} damaged files (seed ${values.seed}) in ${seconds} s, ${outcome.faults.length} faults`,
  );
  for (const [answer, count] of Object.entries(outcome.answers).sort((a, b) => b[1] - a[1]))
    console.log(`  ${answer}: ${count}`);
  for (const { round, text } of outcome.faults) console.log(`  FAULT in round ${round}: ${text}`);
  faults += outcome.faults.length;
}
process.exit(faults === 0 ? 0 : 1);
