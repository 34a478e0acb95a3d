import { httpSource, type ViewSource } from '@fieldbridge/viewer/source.ts';

type Description = Awaited<ReturnType<ViewSource['manifest']>>;

let ahead: { readonly address: string; readonly description: Promise<Description | undefined> } | undefined;

/** Asks for the description of a view that is shown soon: what a page must know before is on its way meanwhile. */
export function askAhead(address: string): void {
  // A failure is said by the view, which asks again.
  ahead = {
    address,
    description: httpSource(address)
      .manifest()
      .catch(() => undefined),
  };
}

/**
 * The data of a view, whose description may have been asked for ahead.
 * @param isWanted whether that is the one to show
 */
export function viewSource(address: string, isWanted: (description: Description) => boolean): ViewSource {
  const source = httpSource(address);
  let first = ahead?.address === address ? ahead.description : undefined;
  ahead = undefined;
  return {
    ...source,
    async manifest() {
      const known = await first;
      first = undefined;
      return known !== undefined && isWanted(known) ? known : source.manifest();
    },
  };
}
