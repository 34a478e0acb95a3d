import { fetchFirst } from '@fieldbridge/viewer/first-chunks.ts';
import { httpSource, type ViewSource } from '@fieldbridge/viewer/source.ts';

type Description = Awaited<ReturnType<ViewSource['manifest']>>;

/** What of a window a view has, about: its chunks are the same in one a little larger or smaller. */
const SHARE = 0.7;

interface Asked {
  readonly description: Description;
  /** Has the chunks of the first picture, or they are on their way. */
  readonly source: ViewSource;
}

let ahead: { readonly address: string; readonly asked: Promise<Asked | undefined> } | undefined;

/** Asks for what the first picture of a view needs: what a page must know before is on its way meanwhile. */
export function askAhead(address: string): void {
  const source = httpSource(address);
  const asked = source.manifest().then((description) => ({
    description,
    source: fetchFirst(description, source, innerWidth, innerHeight * SHARE),
  }));
  // A failure is said by the view, which asks again.
  ahead = { address, asked: asked.catch(() => undefined) };
}

/**
 * The data of a view, which may have been asked for ahead.
 * @param isWanted whether that is the one to show
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
