import { parseArgs } from 'node:util';
import { FORMATS } from '@fieldbridge/formats';

/** The parameters of a campaign of formats, from its command line. */
export interface CampaignWords {
  /** Ids of readable formats. */
  readonly formats: readonly string[];
  readonly rounds: number;
  /** The first round, to continue a campaign that was stopped. */
  readonly first: number;
  readonly seed: number;
  /** Most seconds for one file. */
  readonly deadline: number;
  /** Most resident memory in bytes. */
  readonly memory: number;
  /** Only files of this release. */
  readonly release: string | undefined;
  readonly inPlace: boolean;
  readonly inside: boolean;
  readonly losses: boolean;
}

/**
 * Parses `FORMAT|all ROUNDS [--from ROUND] [--release NAME] [--seed N] [--deadline S] [--memory MB]
 * [--in-place|--inside] [--losses]`.
 * @throws RangeError with a sentence: an invalid number would make a campaign without rounds or limits, which finds no
 * fault
 */
export function readWords(words: readonly string[]): CampaignWords {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      from: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      deadline: { type: 'string', default: '20' },
      memory: { type: 'string', default: '1500' },
      release: { type: 'string' },
      'in-place': { type: 'boolean', default: false },
      inside: { type: 'boolean', default: false },
      losses: { type: 'boolean', default: false },
    },
  });
  const [format = 'all', rounds = '20000', ...more] = positionals;
  if (more.length > 0) throw new RangeError(`expected a format and a number of rounds only, not ${more[0]}`);
  if (values['in-place'] && values.inside) throw new RangeError('damage is made in place or inside, not both');
  const readable = FORMATS.filter(({ loadReader }) => loadReader !== undefined).map(({ id }) => id);
  if (format !== 'all' && !readable.includes(format))
    throw new RangeError(`${format} is not a readable format; there are ${readable.join(', ')}`);
  return {
    formats: format === 'all' ? readable : [format],
    rounds: wholeNumber('the number of rounds', rounds, 1),
    first: wholeNumber('--from', values.from, 0),
    seed: wholeNumber('--seed', values.seed, 0),
    deadline: wholeNumber('--deadline', values.deadline, 1),
    memory: wholeNumber('--memory', values.memory, 1) * 2 ** 20,
    release: values.release,
    inPlace: values['in-place'],
    inside: values.inside,
    losses: values.losses,
  };
}

function wholeNumber(name: string, text: string, least: number): number {
  if (/^\d{1,10}$/.test(text) && Number(text) >= least) return Number(text);
  throw new RangeError(`${name} is a whole number from ${least}, not ${JSON.stringify(text)}`);
}
