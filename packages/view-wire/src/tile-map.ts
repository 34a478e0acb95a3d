/** A map of tiles, by its address. */
export interface TileMap {
  readonly name: string;
  /** Of its tiles, with placeholders; see `tileUrl`. */
  readonly address: string;
  /** The attribution required by its owner. */
  readonly attribution: string;
}

/** Half the side of the map of the world, in metres of Web Mercator. */
export const MERCATOR_HALF = Math.PI * 6_378_137;
/** Pixels of a side of a tile. */
export const TILE_PIXELS = 256;

const LONGEST = 2000;
/** `{a-c}` or `{1-4}`: hosts that share the work. */
const RANGE = /\{([a-z])-([a-z])\}|\{(\d)-(\d)\}/i;

/** Why an address cannot be used; undefined if it can. */
export function tileFault(address: string): string | undefined {
  const [host = ''] = hostsOf(address);
  if (address.length > LONGEST || !/^https?:\/\//i.test(address) || !URL.canParse(host))
    return 'an address of tiles begins with https:// or http://';
  const url = new URL(host);
  if (url.username !== '' || /[;'"\s\\]/.test(url.host)) return 'an address of tiles has no user name in it';
  if (formOf(address) === undefined)
    return 'an address of tiles has {z}, {x} and {y} (XYZ), {TileMatrix}, {TileRow} and {TileCol} (WMTS), or layers= (WMS)';
  const left = /\{[^}]*\}/.exec(tileUrl(address, 0, 0, 0));
  return left === null ? undefined : `nothing is known to fill in for ${left[0]}`;
}

/** The origins that tiles of an address come from, for a content security policy. */
export function tileOrigins(address: string): string[] {
  return [...new Set(hostsOf(address).map((one) => new URL(one).origin))];
}

/**
 * The address of a tile, its row counted from the north. XYZ: `{z}`, `{x}`, `{y}`, or `{-y}` for rows from the south,
 * `{s}` for the hosts a, b and c, `{a-d}` for others. WMTS in the matrix set of Web Mercator: `{TileMatrix}`,
 * `{TileRow}`, `{TileCol}`. WMS: an address with `layers=`.
 */
export function tileUrl(address: string, z: number, x: number, y: number): string {
  const hosts = hostsOf(address);
  const text = hosts[(x + y) % hosts.length]!;
  if (formOf(address) === 'wms') return wmsUrl(text, z, x, y);
  const values: Readonly<Record<string, number>> = {
    ...{ z, x, y, '-y': 2 ** z - 1 - y },
    ...{ tilematrix: z, tilerow: y, tilecol: x },
  };
  return text.replace(/\{([^}]*)\}/g, (whole, name: string) => String(values[name.toLowerCase()] ?? whole));
}

/** Reads `NAME|ADDRESS|ATTRIBUTION`, as in settings (a comma is `%2C`); a text explains the error. */
export function tileMapOf(text: string): TileMap | string {
  const [name = '', address = '', ...rest] = text.split('|').map((part) => part.trim());
  if (name === '' || address === '') return 'a map of tiles is written as NAME|ADDRESS|ATTRIBUTION';
  return tileFault(address) ?? { name: commas(name), address, attribution: commas(rest.join(' | ')) };
}

/** In lists with commas between them, those in a map are written so. */
const commas = (text: string): string => text.replaceAll(/%2c/gi, ',');

function formOf(address: string): 'tiles' | 'wms' | undefined {
  if (/\{z\}/i.test(address) && /\{x\}/i.test(address) && /\{-?y\}/i.test(address)) return 'tiles';
  if (['matrix', 'row', 'col'].every((part) => new RegExp(`\\{tile${part}\\}`, 'i').test(address))) return 'tiles';
  return /[?&]layers=[^&]/i.test(address) ? 'wms' : undefined;
}

/** The address for each host that shares the work. */
function hostsOf(address: string): string[] {
  const [whole, from, to, low, high] = RANGE.exec(address.replace('{s}', '{a-c}')) ?? [];
  if (whole === undefined) return [address];
  const [first, last] = [(from ?? low)!.codePointAt(0)!, (to ?? high)!.codePointAt(0)!];
  const names = Array.from({ length: Math.max(1, last - first + 1) }, (_, i) => String.fromCodePoint(first + i));
  return names.map((name) => address.replace('{s}', whole).replace(whole, name));
}

/** A request for the picture of a tile's box. Parameters of the address are kept, except those for the box. */
function wmsUrl(text: string, z: number, x: number, y: number): string {
  const url = new URL(text);
  const given = new Map([...url.searchParams].map(([name, value]) => [name.toLowerCase(), value]));
  const side = (2 * MERCATOR_HALF) / 2 ** z;
  const [west, north] = [x * side - MERCATOR_HALF, MERCATOR_HALF - y * side];
  const version = given.get('version') ?? '1.3.0';
  const wanted: Readonly<Record<string, string>> = {
    ...{ service: 'WMS', request: 'GetMap', version, styles: given.get('styles') ?? '' },
    ...{ format: given.get('format') ?? 'image/png', transparent: given.get('transparent') ?? 'TRUE' },
    ...{ width: String(TILE_PIXELS), height: String(TILE_PIXELS) },
    [/^1\.[01]\./.test(version) ? 'srs' : 'crs']: 'EPSG:3857',
    bbox: [west, north - side, west + side, north].join(','),
  };
  for (const [name] of [...url.searchParams])
    if (name.toLowerCase() in wanted || /^[cs]rs$/i.test(name)) url.searchParams.delete(name);
  for (const [name, value] of Object.entries(wanted)) url.searchParams.set(name.toUpperCase(), value);
  return url.href;
}
