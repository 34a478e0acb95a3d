import { type TileMap, tileUrl } from '@fieldbridge/view-wire';

/** Tiles requested at a time, and kept in addition to the visible ones. */
const AT_A_TIME = 6;
const SPARE = 100;
/** Most bytes of a tile, and most pixels of its side: larger files are refused, larger pictures reduced. */
const MOST_BYTES = 4e6;
const MOST_PIXELS = 512;
/** Most letters of a server's message in place of a tile. */
const MOST_WORDS = 300;

/** A tile by its zoom, column and row, counted from the north-west. */
export interface Tile {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

const keyOf = ({ z, x, y }: Tile): string => `${z}/${x}/${y}`;

/** The tiles of a map, fetched from its owner when they are visible. */
export class TileStore {
  readonly #map: TileMap;
  readonly #changed: () => void;
  readonly #fault: (error: unknown) => void;
  readonly #dropped: (bitmap: ImageBitmap) => void;
  readonly #kept = new Map<string, ImageBitmap>();
  readonly #missing = new Set<string>();
  readonly #asked = new Set<string>();
  readonly #ended = new AbortController();
  #wanted: readonly Tile[] = [];

  /** @param dropped called with a tile that is no longer kept */
  constructor(
    map: TileMap,
    changed: () => void,
    fault: (error: unknown) => void,
    dropped: (bitmap: ImageBitmap) => void,
  ) {
    this.#map = map;
    this.#changed = changed;
    this.#fault = fault;
    this.#dropped = dropped;
  }

  /** Whether everything wanted is loaded, or unavailable. */
  get isComplete(): boolean {
    return this.#asked.size === 0 && this.#wanted.length === 0;
  }

  /** A loaded tile; it is now kept longer than others. */
  get(tile: Tile): ImageBitmap | undefined {
    const key = keyOf(tile);
    const bitmap = this.#kept.get(key);
    if (bitmap !== undefined) {
      this.#kept.delete(key);
      this.#kept.set(key, bitmap);
    }
    return bitmap;
  }

  /** Whether a request for a tile has failed. */
  isMissing(tile: Tile): boolean {
    return this.#missing.has(keyOf(tile));
  }

  /** Fetches these and no others, the first ones first. */
  want(tiles: readonly Tile[], seen: number): void {
    this.#wanted = tiles.filter((tile) => {
      const key = keyOf(tile);
      return !this.#kept.has(key) && !this.#asked.has(key) && !this.#missing.has(key);
    });
    for (const [key, bitmap] of this.#kept) {
      if (this.#kept.size <= seen + SPARE) break;
      this.#kept.delete(key);
      this.#dropped(bitmap);
      bitmap.close();
    }
    this.#fetch();
  }

  /** Forgets everything. */
  destroy(): void {
    this.#ended.abort();
    this.#wanted = [];
    for (const bitmap of this.#kept.values()) {
      this.#dropped(bitmap);
      bitmap.close();
    }
    this.#kept.clear();
  }

  #fetch(): void {
    while (this.#asked.size < AT_A_TIME && this.#wanted.length > 0) {
      const [tile, ...rest] = this.#wanted as [Tile, ...Tile[]];
      this.#wanted = rest;
      const key = keyOf(tile);
      this.#asked.add(key);
      this.#load(tile)
        .then((bitmap) => {
          if (bitmap === undefined) this.#missing.add(key);
          else this.#kept.set(key, bitmap);
        })
        .catch((error: unknown) => {
          this.#missing.add(key);
          if (!this.#ended.signal.aborted) this.#fault(error);
        })
        .finally(() => {
          this.#asked.delete(key);
          if (this.#ended.signal.aborted) return;
          this.#changed();
          this.#fetch();
        });
    }
  }

  /** @returns undefined where the map has none */
  async #load({ z, x, y }: Tile): Promise<ImageBitmap | undefined> {
    // Owners of maps need to know which sites show them; cookies and paths are not sent.
    const answer = await fetch(tileUrl(this.#map.address, z, x, y), {
      ...{ credentials: 'omit', referrerPolicy: 'strict-origin', signal: this.#ended.signal },
    });
    if ([204, 400, 404, 410].includes(answer.status)) return undefined;
    const type = answer.headers.get('content-type') ?? '';
    const file = await answer.blob();
    if (!answer.ok || /^(?:text|application\/(?!octet))/.test(type)) throw new Error(await wordsOf(answer, file));
    if (file.size > MOST_BYTES) throw new Error(`${file.size} bytes for a tile; at most ${MOST_BYTES}`);
    const bitmap = await createImageBitmap(file, { premultiplyAlpha: 'premultiply' });
    if (Math.max(bitmap.width, bitmap.height) <= MOST_PIXELS) return bitmap;
    const smaller = await createImageBitmap(bitmap, { resizeWidth: MOST_PIXELS, resizeHeight: MOST_PIXELS });
    bitmap.close();
    return smaller;
  }
}

/** A server's message in place of a tile: often XML with a sentence in it. */
async function wordsOf({ status }: Response, file: Blob): Promise<string> {
  const text = (await file.slice(0, 4000).text())
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return `${status} ${text.slice(0, MOST_WORDS)}`.trim();
}
