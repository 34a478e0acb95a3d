import { en, type TextKey, type Texts } from './en.ts';
import type { Words } from './words.ts';

/** Texts of the viewer in a language, and names of kinds and fields in it. */
interface Language {
  readonly texts: Texts;
  readonly words: Partial<Words>;
}

/** Languages other than English, loaded on demand. */
const LOADERS: Readonly<Record<string, () => Promise<Language>>> = {
  de: async () => import('./de.ts').then(({ de: texts, words }) => ({ texts, words })),
  nl: async () => import('./nl.ts').then(({ nl: texts, words }) => ({ texts, words })),
};
const ENGLISH: Language = { texts: en, words: {} };

let { texts, words } = ENGLISH;
let language = 'en';

/** Sets the first supported language of a list; English otherwise. A page has one language. */
export async function speak(tags: readonly string[]): Promise<void> {
  const wanted = tags.map((tag) => tag.slice(0, 2)).find((short) => short === 'en' || short in LOADERS) ?? 'en';
  ({ texts, words } = (await LOADERS[wanted]?.()) ?? ENGLISH);
  language = wanted;
}

/** The current language, as a tag. */
export const spoken = (): string => language;

/** A text in the current language. */
export function t(key: TextKey, values: Readonly<Record<string, string | number>> = {}): string {
  return texts[key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

/** A kind of data (a table or a count of the manifest) or a field of a feature; names from files are not translated. */
export function word(name: string): string {
  const english = name.replace(/^controlPoint(s?)$/, 'control point$1');
  return words[english as keyof Words] ?? english;
}
