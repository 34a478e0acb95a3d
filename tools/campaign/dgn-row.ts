/** The part of the output of `fieldbridge inspect --json` that the table of DGN files needs. */
export type Inspected =
  | { readonly result: 'failed'; readonly code: string; readonly detail: string }
  | {
      readonly result?: undefined;
      readonly counts: Readonly<Record<string, number>>;
      readonly source: readonly { readonly type: string; readonly skipped: number }[];
      readonly issues: readonly {
        readonly code: string;
        readonly count: number;
        readonly parameters: Readonly<Record<string, string | number>>;
      }[];
    };

/** The counts that are features. */
const FEATURES = ['points', 'lines', 'areas', 'texts', 'surfaces'];
/** Refusals in a few words; others by their code. */
const REFUSALS: Readonly<Record<string, string>> = {
  'dgn-published': 'published i-model, encrypted',
  'file-empty': '0 bytes long',
};
/** Issues that the table names, with their counts. */
const NAMED: Readonly<Record<string, string>> = {
  'dgn-invisible': 'marked as invisible',
  'dgn-attached-file': 'attached file named',
  'dgn-attached-model': 'attached model named',
};
/** For a published i-model that is read from its embedded files. */
const EMBEDDED = 'dgn-published-embedded';
/** The tally of attachments; each has a separate issue. */
const ATTACHED = 'reference attachment';
/** A file from which nothing was imported, and its contents as listed in the sentence. */
const NO_DATA = 'no-data';
const CONTENT = /: it has (.*?)(?:; see|$)/;

/** A row of the table: the outcome for a file, and its second and third column. */
export function rowOf(inspected: Inspected): { kind: 'features' | 'empty' | 'refused'; columns: string } {
  if (inspected.result === 'failed') {
    const { code, detail } = inspected;
    const [, content] = CONTENT.exec(detail) ?? [];
    if (code === NO_DATA) return { kind: 'empty', columns: `empty | ${content ?? 'its model has no elements'}` };
    return { kind: 'refused', columns: `refused | ${REFUSALS[code] ?? code}` };
  }
  const { counts, source, issues } = inspected;
  const features = FEATURES.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0);
  const countOf = (code: string, element?: string): number =>
    issues
      .filter((issue) => issue.code === code && (element === undefined || issue.parameters['element'] === element))
      .reduce((sum, { count }) => sum + count, 0);
  const named = Object.entries(NAMED).flatMap(([code, words]) => {
    const count = countOf(code);
    return count === 0 ? [] : [`${count} × ${words}`];
  });
  const left = source.flatMap(({ type, skipped }) => {
    const count = skipped - countOf('dgn-invisible', type);
    return count > 0 && type !== ATTACHED ? [`${count} × ${type}`] : [];
  });
  const published = countOf(EMBEDDED) > 0 ? ['published i-model, read from the files that it embeds'] : [];
  const why = [...published, ...named, ...left].join(', ');
  if (features > 0) return { kind: 'features', columns: `${features} | ${why}` };
  return { kind: 'empty', columns: `empty | ${why || 'its model has no elements'}` };
}
