import { fetchFirst } from '@fieldbridge/viewer/first-chunks.ts';
import { httpSource, type ViewSource } from '@fieldbridge/viewer/source.ts';

type Description = Awaited<ReturnType<ViewSource['manifest']>>;

/** The approximate share of a window that a view takes: slightly different sizes use the same chunks. */
const SHARE = 0.7;

interface Asked {
  readonly description: Description;
  /** Has the chunks of the first picture, or is loading them. */
  readonly source: ViewSource;
}

let ahead: { readonly address: string; readonly asked: Promise<Asked | undefined> } | undefined;

/** Requests the data of the first picture of a view while the page still loads what it needs before. */
export function askAhead(address: string): void {
  const source = httpSource(address);
  const asked = source.manifest().then((description) => ({
    description,
    source: fetchFirst(description, source, innerWidth, innerHeight * SHARE),
  }));
  // The view reports a failure when it asks again.
  ahead = { address, asked: asked.catch(() => undefined) };
}

/**
 * The data of a view, which may have been requested ahead.
 * @param isWanted whether that view is to be shown
 */
export function viewSource(address: string, isWanted: (description: Description) => boolean): ViewSource {
  const source = httpSource(address);
  let first = ahead?.address === address ? ahead.asked : undefined;
  let chunks = source;
  ahead = undefined;
  return {
    ...source,
    async manifest() {
      const known = await first;
      first = undefined;
      if (known === undefined || !isWanted(known.description)) return source.manifest();
      chunks = known.source;
      return known.description;
    },
    chunk: (...place) => chunks.chunk(...place),
  };
}
