import type { JobDiff } from '@fieldbridge/fieldjob';
import {
  checkManifest,
  type EarthNet,
  FEATURES_A_BLOCK,
  VIEW_LIMITS,
  type ViewBox,
  type ViewFeature,
  type ViewManifest,
  ViewWireError,
} from '@fieldbridge/view-wire';

/** A source of view data. */
export interface ViewSource {
  /** @throws ViewWireError, TypeError for a network failure */
  manifest(): Promise<ViewManifest>;
  /** A chunk, unpacked. */
  chunk(segment: string, level: number, n: number): Promise<Uint8Array>;
  /** A picture of a segment's list, as stored in its file. */
  image?(segment: string, n: number, mediaType: string): Promise<Blob>;
  /** null if there is no such thing, or the source cannot give it. */
  feature(segment: string, table: string, row: number): Promise<ViewFeature | null>;
  /** Those from a row on, a multiple of FEATURES_A_BLOCK; without it, each is requested separately. */
  features?(segment: string, table: string, first: number): Promise<readonly ViewFeature[]>;
  /** Where map tiles are, under a box of the job; without it there is no map. @throws TypeError as `manifest` */
  earth?(segment: string, box: ViewBox): Promise<EarthNet>;
  /** What differs between the two jobs of a segment that has `compared`. @throws TypeError as `manifest` */
  differences?(segment: string): Promise<JobDiff>;
}

/** The job has another revision than the one shown: missing data is no longer available. */
export class ViewChangedError extends Error {
  override name = 'ViewChangedError';
}

/** View data at an address: `ADDRESS`, `ADDRESS/SEGMENT/LEVEL/N`, `ADDRESS/SEGMENT/feature/TABLE/ROW`,
 * `ADDRESS/SEGMENT/image/N`, `ADDRESS/SEGMENT/earth?extent=W,S,E,N`, `ADDRESS/SEGMENT/differences`; a query of the
 * address belongs to the first one only. */
export function httpSource(address: string, headers: Readonly<Record<string, string>> = {}): ViewSource {
  const base = address.replace(/\?.*/, '');
  const get = async (path: string): Promise<Response> => {
    const answer = await fetch(path === '' ? address : base + path, { headers, credentials: 'same-origin' });
    if (!answer.ok && answer.status !== 404) throw new TypeError(await reasonOf(answer));
    return answer;
  };
  return {
    manifest: async () => {
      const answer = await get('');
      if (!answer.ok) throw new TypeError(await reasonOf(answer));
      return checkManifest(await answer.json());
    },
    chunk: async (segment, level, n) => {
      const answer = await get(`/${segment}/${level}/${n}`);
      if (!answer.ok) throw new ViewChangedError('the job has changed since the page was opened; load it again');
      return new Uint8Array(await answer.arrayBuffer());
    },
    image: async (segment, n) => {
      const answer = await get(`/${segment}/image/${n}`);
      if (!answer.ok) throw new ViewChangedError('the job has changed since the page was opened; load it again');
      return answer.blob();
    },
    feature: async (segment, table, row) => {
      const answer = await get(`/${segment}/feature/${table}/${row}`);
      return answer.ok ? ((await answer.json()) as ViewFeature) : null;
    },
    features: async (segment, table, first) => {
      const answer = await get(`/${segment}/features/${table}/${first}`);
      return answer.ok ? ((await answer.json()) as ViewFeature[]) : [];
    },
    earth: async (segment, box) => {
      const answer = await get(`/${segment}/earth?extent=${box.join(',')}`);
      if (!answer.ok) throw new TypeError(await reasonOf(answer));
      return (await answer.json()) as EarthNet;
    },
    differences: async (segment) => {
      const answer = await get(`/${segment}/differences`);
      if (!answer.ok) throw new ViewChangedError('the job has changed since the page was opened; load it again');
      return (await answer.json()) as JobDiff;
    },
  };
}

/** A server's explanation for a refused request: the sentence of a problem (RFC 9457), or the status. */
async function reasonOf(answer: Response): Promise<string> {
  const problem = (await answer.json().catch(() => null)) as { detail?: unknown } | null;
  return typeof problem?.detail === 'string' ? problem.detail : `${answer.url}: ${answer.status}`;
}

/** View data inside a page: the manifest as JSON, its one segment, chunks and features compressed and in base 64. */
export function inlineSource(page: Document): ViewSource {
  const unpacked = async (id: string): Promise<Uint8Array | undefined> => {
    const text = page.getElementById(id)?.textContent;
    return text ? unpack(Uint8Array.fromBase64(text.trim())) : undefined;
  };
  const features = new Map<string, Promise<readonly ViewFeature[]>>();
  const blockOf = (table: string, row: number): Promise<readonly ViewFeature[]> => {
    const id = `view/feature/${table}/${row - (row % FEATURES_A_BLOCK)}`;
    let block = features.get(id);
    if (block === undefined) {
      block = unpacked(id).then((bytes) => (bytes === undefined ? [] : JSON.parse(textOf(bytes))));
      features.set(id, block);
    }
    return block;
  };
  return {
    manifest: async () => {
      const rest = JSON.parse(page.getElementById('view')?.textContent ?? 'null');
      return checkManifest({ ...rest, segments: [JSON.parse(textOf(await unpacked('view/segment')))] });
    },
    chunk: async (segment, level, n) => {
      const bytes = await unpacked(`view/${level}/${n}`);
      if (bytes === undefined) throw new TypeError(`chunk ${segment}/${level}/${n} is not in the page`);
      return bytes;
    },
    image: async (segment, n, type) => {
      const text = page.getElementById(`view/image/${n}`)?.textContent;
      if (!text) throw new TypeError(`picture ${segment}/${n} is not in the page`);
      return new Blob([Uint8Array.fromBase64(text.trim())], { type });
    },
    feature: async (_, table, row) => (await blockOf(table, row))[row % FEATURES_A_BLOCK] ?? null,
    features: (_, table, first) => blockOf(table, first),
    differences: async () => JSON.parse(textOf(await unpacked('view/differences'))),
  };
}

const textOf = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes ?? new Uint8Array(0));

async function unpack(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of stream as unknown as AsyncIterable<Uint8Array>) {
    length += part.length;
    if (length > VIEW_LIMITS.chunkBytes) throw new ViewWireError('view-limit', `more than ${length} bytes unpacked`);
    parts.push(part);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
