import { CLAUSES } from './clauses.ts';
import { ELEMENTS } from './elements.ts';
import { OPTION_FAULTS } from './option-faults.ts';
import { WORDS } from './words.ts';

/** Position of a language in a phrase. */
const PLACE = { de: 0, nl: 1 } as const;
/** Longer values are no phrases: a name in a file may be as long as the file. */
const LONGEST = 300;
/** The same for faults of options, which may list all values. */
const LONGEST_FAULT = 2000;
/** How deep clauses are in each other. */
const DEPTH = 4;

interface Pattern {
  readonly pattern: RegExp;
  readonly said: readonly [de: string, nl: string];
}

const FIELD = /\{(\w+)\}/g;
/** Fields that are numbers: how many, where. */
const NUMBERS: ReadonlySet<string> = new Set(['n', 'all', 'at', 'rows', 'table']);
const fieldPattern = (_: string, name: string): string =>
  `(?<${name}>${NUMBERS.has(name) ? '[-+.\\d]+' : name === 'unit' ? '[^,]+' : '.+'})`;

const PATTERNS: readonly Pattern[] = Object.entries({ ...ELEMENTS, ...CLAUSES, ...OPTION_FAULTS }).map(
  ([english, said]) => ({
    pattern: new RegExp(`^${english.replace(/[.*+?^$()|[\]\\<>]/g, '\\$&').replace(FIELD, fieldPattern)}$`),
    said,
  }),
);

/**
 * A parameter that is a word or a clause of ours, in another language: as a whole, or each part of a list. Other
 * values stay as they are.
 */
export function phraseIn(value: string, language: keyof typeof PLACE, depth = DEPTH): string {
  if (value.length > LONGEST) return value;
  const whole = wholeIn(value, language, depth);
  if (whole !== undefined) return whole;
  const parts = value.split(', ');
  return parts.length === 1 ? value : parts.map((part) => wholeIn(part, language, depth) ?? part).join(', ');
}

/** The fault of an option in another language; unchanged unless it is one of ours. */
export function optionFaultIn(fault: string, language: keyof typeof PLACE): string {
  return fault.length > LONGEST_FAULT ? fault : (wholeIn(fault, language, DEPTH) ?? fault);
}

function wholeIn(value: string, language: keyof typeof PLACE, depth: number): string | undefined {
  if (Object.hasOwn(WORDS, value)) return WORDS[value]![PLACE[language]];
  if (depth === 0) return undefined;
  for (const { pattern, said } of PATTERNS) {
    const { groups } = pattern.exec(value) ?? {};
    if (groups === undefined && value.search(pattern) < 0) continue;
    const fields = Object.entries(groups ?? {}).map(([name, part]) => {
      const isPhrase = name.startsWith('said');
      return [name, isPhrase ? phraseIn(part, language, depth - 1) : part, isPhrase] as const;
    });
    // "7 of nothing known" is no phrase of ours.
    if (fields.some(([name, part, isPhrase]) => isPhrase && part === groups![name] && !isData(part))) continue;
    const filled = new Map(fields.map(([name, part]) => [name, part]));
    return said[PLACE[language]].replace(FIELD, (_, name: string) => filled.get(name)!);
  }
  return undefined;
}

/** Numbers and units are the same in all languages, as are options. */
const isData = (part: string): boolean => /^[\d.+-]+( ?\w{1,4})?$|^\w{1,4}$|=/.test(part);
