import { en, type TextKey, type Texts } from './en.ts';

/** Languages other than English, loaded when they are asked for. */
const LOADERS: Readonly<Record<string, () => Promise<Texts>>> = {
  de: async () => (await import('./de.ts')).de,
  nl: async () => (await import('./nl.ts')).nl,
};

let texts: Texts = en;
let language = 'en';

/** Speaks the first language of a list that is known; English otherwise. A page has one language. */
export async function speak(tags: readonly string[]): Promise<void> {
  const wanted = tags.map((tag) => tag.slice(0, 2)).find((short) => short === 'en' || short in LOADERS) ?? 'en';
  texts = (await LOADERS[wanted]?.()) ?? en;
  language = wanted;
}

/** The language spoken, as a tag. */
export const spoken = (): string => language;

/** A text in the language spoken. */
export function t(key: TextKey, values: Readonly<Record<string, string | number>> = {}): string {
  return texts[key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}
