import { type EarthNet, MERCATOR_HALF, TILE_PIXELS, type TileMap, type ViewBox } from '@fieldbridge/view-wire';
import { type Camera, touches } from '../camera.ts';
import type { Backdrop, Picture } from '../pictures.ts';
import { EarthPlace } from './earth-place.ts';
import { type Tile, TileStore } from './tile-store.ts';

/** Most tiles of a picture; instead of more, coarser ones are used. */
const MOST = 220;
const DEEPEST = 22;
/** Number of coarser zooms from which missing tiles are replaced. */
const UP = 6;
/** Highest device pixel ratio for which finer tiles are used: their letters must not become too small. */
const FINEST = 1.5;
/** Pixels by which a tile may be off before a finer net is requested, or it is bent. */
const OFF = 0.3;
/** Width of a requested net in widths of the picture: at first, if that is too coarse, and at most. */
const WIDER = 3;
const LITTLE_WIDER = 1.1;
const MUCH_WIDER = 64;
/** Parts of a side of a tile that is bent. */
const PARTS = 8;

/** Functions that the layer depends on. */
export interface TileNeeds {
  /** Location of Web Mercator under a box of the job. */
  readonly earth: (box: ViewBox) => Promise<EarthNet>;
  readonly changed: () => void;
  readonly fault: (what: 'tile' | 'place', error: unknown) => void;
  readonly dropped: (picture: Picture) => void;
}

/** A map below a job: its tiles, in the place that the job's system gives them. */
export class TileLayer implements Backdrop {
  readonly map: TileMap;
  /** 0 to 1. */
  opacity = 1;
  readonly #needs: TileNeeds;
  readonly #store: TileStore;
  readonly #pictures = new Map<ImageBitmap, Picture>();
  #earth: EarthPlace | undefined;
  #isAsking = false;
  /** Width of a box for which there is no net. */
  #tooWide = Infinity;
  #asked: ViewBox | undefined;

  constructor(map: TileMap, needs: TileNeeds) {
    this.map = map;
    this.#needs = needs;
    this.#store = new TileStore(
      map,
      needs.changed,
      (error) => needs.fault('tile', error),
      (bitmap) => {
        const picture = this.#pictures.get(bitmap);
        this.#pictures.delete(bitmap);
        if (picture !== undefined) needs.dropped(picture);
      },
    );
  }

  get attribution(): string {
    return this.map.attribution;
  }

  get isComplete(): boolean {
    return !this.#isAsking && this.#store.isComplete;
  }

  /** The error of the map's position, in the job's unit, and the operation by which it was placed. */
  get net(): EarthNet | undefined {
    return this.#earth?.net;
  }

  pictures(camera: Camera, detail: number): readonly Picture[] {
    const { box } = camera;
    this.#keepNet(camera, box);
    const earth = this.#earth;
    if (earth === undefined) return [];
    const wanted = tilesOf(earth, box, zoomOf(earth, camera, Math.min(detail, FINEST)));
    const [asked, found] = [[] as Tile[], new Map<ImageBitmap, Tile>()];
    for (const tile of wanted) {
      asked.push(tile);
      // Until it is loaded, and where the map has none, coarser ones are better than nothing.
      let one: Tile = tile;
      for (let up = 0; up < UP; up++) {
        const bitmap = this.#store.get(one);
        if (bitmap !== undefined) {
          found.set(bitmap, one);
          break;
        }
        if (one.z === 0) break;
        const isMissing = this.#store.isMissing(one);
        one = { z: one.z - 1, x: one.x >> 1, y: one.y >> 1 };
        if (isMissing) asked.push(one);
      }
    }
    this.#store.want(asked, wanted.length);
    return [...found]
      .sort(([, a], [, b]) => a.z - b.z)
      .map(([bitmap, tile]) => this.#pictureOf(earth, bitmap, tile, camera.scale));
  }

  destroy(): void {
    this.#store.destroy();
  }

  #pictureOf(earth: EarthPlace, bitmap: ImageBitmap, tile: Tile, scale: number): Picture {
    const known = this.#pictures.get(bitmap);
    if (known?.earth === earth) {
      known.alpha = this.opacity;
      return known;
    }
    if (known !== undefined) this.#needs.dropped(known);
    const picture: Picture = { ...placed(earth, tile, scale), palette: 0, pen: 0, bitmap, alpha: this.opacity, earth };
    this.#pictures.set(bitmap, picture);
    return picture;
  }

  /** Asks for a net if it is missing, too coarse, or ends in the picture. */
  #keepNet({ scale }: Camera, box: ViewBox): void {
    const width = Math.max(box[2] - box[0], box[3] - box[1]);
    if (this.#isAsking || width >= this.#tooWide) return;
    const of = this.#asked;
    const holds = of !== undefined && of[0] <= box[0] && of[1] <= box[1] && of[2] >= box[2] && of[3] >= box[3];
    const [off, wider] = [(this.#earth?.net.error ?? 0) * scale, holds ? (of[2] - of[0]) / width : 0];
    // A small part of a wide net would be searched in too many tiles.
    if (holds && (off < OFF || wider <= LITTLE_WIDER ** 2) && (wider < MUCH_WIDER || off < OFF / 10)) return;
    const half = (width * (holds && wider <= WIDER ? LITTLE_WIDER : WIDER)) / 2;
    const [e, n] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
    const asked: ViewBox = [e - half, n - half, e + half, n + half];
    this.#isAsking = true;
    this.#needs
      .earth(asked)
      .then((net) => {
        this.#earth = new EarthPlace(net);
        this.#asked = asked;
      })
      .catch((error: unknown) => {
        this.#tooWide = width;
        this.#needs.fault('place', error);
      })
      .finally(() => {
        this.#isAsking = false;
        this.#needs.changed();
      });
  }
}

/** The zoom at which a pixel of a tile is about one of the picture. */
function zoomOf({ stretch }: EarthPlace, { scale }: Camera, detail: number): number {
  const zoom = Math.log2((2 * MERCATOR_HALF * scale * detail) / (TILE_PIXELS * stretch));
  return Math.min(DEEPEST, Math.max(0, Math.round(zoom)));
}

/** The tiles of a box, the ones nearest to its middle first: of a coarser zoom if there are too many. */
function tilesOf(earth: EarthPlace, box: ViewBox, zoom: number): Tile[] {
  let tiles: Tile[] = [{ z: 0, x: 0, y: 0 }];
  for (let z = 1; z <= zoom; z++) {
    const finer = tiles.flatMap(({ x, y }) =>
      [0, 1, 2, 3]
        .map((i) => ({ z, x: 2 * x + (i & 1), y: 2 * y + (i >> 1) }))
        .filter((tile) => {
          const around = earth.around(mercatorBox(tile));
          return around !== undefined && touches(around, box);
        }),
    );
    if (finer.length > MOST) break;
    tiles = finer;
  }
  const [e, n] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
  const far = (tile: Tile): number => {
    const [west, south, east, north] = mercatorBox(tile);
    const [x, y] = earth.place((west + east) / 2, (south + north) / 2);
    return Math.hypot(x - e, y - n);
  };
  return tiles
    .map((tile) => [far(tile), tile] as const)
    .sort(([a], [b]) => a - b)
    .map(([, tile]) => tile);
}

function mercatorBox({ z, x, y }: Tile): ViewBox {
  const side = (2 * MERCATOR_HALF) / 2 ** z;
  const [west, north] = [x * side - MERCATOR_HALF, MERCATOR_HALF - y * side];
  return [west, north - side, west + side, north];
}

/** Position of a tile: its corners, and places in it if it is bent. */
function placed(earth: EarthPlace, tile: Tile, scale: number): Pick<Picture, 'corners' | 'bent'> {
  const [west, south, east, north] = mercatorBox(tile);
  const at = (across: number, up: number) => earth.place(west + (east - west) * across, south + (north - south) * up);
  const corners = [...at(0, 0), ...at(1, 0), ...at(1, 1), ...at(0, 1)];
  const off = [
    [0.5, 0.5],
    [0.5, 0],
    [0, 0.5],
  ].map(([p, q]) => {
    const [e, n] = at(p!, q!);
    const flat = [0, 1].map(
      (axis) =>
        corners[axis]! + (corners[2 + axis]! - corners[axis]!) * p! + (corners[6 + axis]! - corners[axis]!) * q!,
    );
    return Math.hypot(e - flat[0]!, n - flat[1]!);
  });
  if (Math.max(...off) * scale < OFF) return { corners };
  const bent: number[] = [];
  for (let row = 0; row <= PARTS; row++)
    for (let column = 0; column <= PARTS; column++) bent.push(...at(column / PARTS, row / PARTS));
  return bent.every(Number.isFinite) ? { corners, bent } : { corners };
}
