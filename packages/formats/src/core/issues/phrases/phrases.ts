/** Phrases in English, each in German and Dutch; parameters in braces. */
export type Phrases = Readonly<Record<string, readonly [de: string, nl: string]>>;
