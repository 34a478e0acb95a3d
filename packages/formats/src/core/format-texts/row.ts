/** A part of the table: by English text the others. Types fail where a language is missing. */
export type FormatTextRows = Readonly<Record<string, readonly [de: string, nl: string]>>;
