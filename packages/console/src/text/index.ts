import { computed, signal } from '@preact/signals';
import { withPoint, withSign } from '../base/decimal-sign.ts';
import { remember, remembered } from '../base/remembered.ts';
import { en, type TextKey, type Texts } from './en.ts';

export type { TextKey } from './en.ts';

export const LANGUAGES = { en: 'English', de: 'Deutsch', nl: 'Nederlands' } as const;
export type Language = keyof typeof LANGUAGES;

const texts = signal<Texts>(en);
/** The language of the page. */
export const language = signal<Language>('en');

const LOADERS: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: async () => en,
  de: async () => (await import('./de.ts')).de,
  nl: async () => (await import('./nl.ts')).nl,
};

let asked = 0;

/** Shows the page in a language. @param isChosen whether somebody chose it in this browser: then it is remembered */
export async function setLanguage(wanted: Language, isChosen = true): Promise<void> {
  if (isChosen) remember('language', wanted);
  const one = isChosen ? wanted : (remembered('language', wanted) as Language);
  const turn = ++asked;
  const loaded = await (LOADERS[one] ?? LOADERS.en)();
  // The texts of a language requested earlier may arrive later.
  if (turn !== asked) return;
  texts.value = loaded;
  language.value = one;
  document.documentElement.lang = one;
}

/** The language that the browser asks for. */
export function browserLanguage(): Language {
  for (const tag of navigator.languages) {
    const short = tag.slice(0, 2);
    if (short in LANGUAGES) return short as Language;
  }
  return 'en';
}

/** The language with the country that the browser states for it: some write 13:05, others 1:05 PM. */
const place = computed(() => navigator.languages.find((tag) => tag.split('-')[0] === language.value) ?? language.value);

/** A text in the page's language. `count` chooses its plural. */
export function t(key: TextKey, parameters: Readonly<Record<string, string | number>> = {}): string {
  const text = texts.value[key];
  const { count } = parameters;
  const form =
    typeof text === 'string'
      ? text
      : new Intl.PluralRules(language.value).select(Number(count)) === 'one'
        ? text.one
        : text.other;
  return form.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name];
    return typeof value === 'number' ? number(value) : (value ?? '');
  });
}

/** A number as the language writes it. */
export function number(value: number, options: Intl.NumberFormatOptions = {}): string {
  return new Intl.NumberFormat(place.value, options).format(value);
}

/** Looked up once for a language, because tables ask for it for every cell. */
const decimalSign = computed(() => number(0.5).replaceAll(/\d/g, ''));

/** Exact digits with the decimal sign of the language. */
export function digits(text: string): string {
  return withSign(text, decimalSign.value);
}

/** A number as machines write it, from one with the decimal sign of the language. */
export function plainDigits(text: string): string {
  return withPoint(text, decimalSign.value);
}

const SIZES = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Bytes in the largest unit that keeps them above one. */
export function bytes(value: number): string {
  const step = Math.min(SIZES.length - 1, value < 1 ? 0 : Math.floor(Math.log10(value) / 3));
  return number(value / 1000 ** step, {
    ...{ style: 'unit', unit: SIZES[step], unitDisplay: step === 0 ? 'long' : 'short' },
    maximumFractionDigits: step === 0 ? 0 : 1,
  });
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Date and time. */
export function moment(iso: string, options: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' }) {
  // Making one takes as long as drawing a row of a list.
  const key = `${place.value} ${JSON.stringify(options)}`;
  let format = formats.get(key);
  if (format === undefined) formats.set(key, (format = new Intl.DateTimeFormat(place.value, options)));
  return format.format(new Date(iso));
}

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** How long ago, or in how long. @param now milliseconds */
export function relative(iso: string, now: number): string {
  const seconds = (Date.parse(iso) - now) / 1000;
  const format = new Intl.RelativeTimeFormat(language.value, { numeric: 'auto' });
  for (const [unit, length] of STEPS)
    if (Math.abs(seconds) >= length) return format.format(Math.trunc(seconds / length), unit);
  return format.format(0, 'minute');
}
