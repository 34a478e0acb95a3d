/** A box of degrees. */
export type Box = Readonly<Record<'west' | 'south' | 'east' | 'north', number>>;

const SIDE = 3;

/**
 * A GTX grid (NOAA's VDatum): a big-endian header, then the heights of the rows from the south.
 * @param height metres
 */
export function gtxGrid({ west, south, east, north }: Box, height: number): Uint8Array {
  const bytes = Buffer.alloc(40 + 4 * SIDE * SIDE);
  const head = [south, west, (north - south) / (SIDE - 1), (east - west) / (SIDE - 1)];
  for (const [i, value] of head.entries()) bytes.writeDoubleBE(value, 8 * i);
  bytes.writeInt32BE(SIDE, 32);
  bytes.writeInt32BE(SIDE, 36);
  for (let i = 0; i < SIDE * SIDE; i++) bytes.writeFloatBE(height, 40 + 4 * i);
  return bytes;
}

/** TIFF 6.0: the types of a tag with the bytes of a value. */
const TYPES = { ascii: [2, 1], short: [3, 2], long: [4, 4], double: [12, 8] } as const;

/**
 * A GeoTIFF grid of one height above the ellipsoid everywhere, as PROJ reads geoid models
 * (https://proj.org/specifications/geodetictiffgrids.html).
 */
export function geotiffGeoid({ west, south, east, north }: Box, height: number): Uint8Array {
  const meta =
    '<GDALMetadata><Item name="TYPE">VERTICAL_OFFSET_GEOGRAPHIC_TO_VERTICAL</Item>' +
    '<Item name="DESCRIPTION" sample="0" role="description">geoid_undulation</Item></GDALMetadata>\0';
  const step = [(east - west) / (SIDE - 1), (north - south) / (SIDE - 1)] as const;
  // Keys: model geographic, raster of points, WGS 84.
  const keys = [1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 2, 2048, 0, 1, 4326];
  const tags: [id: number, type: keyof typeof TYPES, values: readonly number[] | string][] = [
    [256, 'short', [SIDE]],
    [257, 'short', [SIDE]],
    [258, 'short', [32]],
    [259, 'short', [1]],
    [262, 'short', [1]],
    [273, 'long', [8]],
    [277, 'short', [1]],
    [278, 'short', [SIDE]],
    [279, 'long', [4 * SIDE * SIDE]],
    [339, 'short', [3]],
    [33550, 'double', [step[0], step[1], 0]],
    [33922, 'double', [0, 0, 0, west, north, 0]],
    [34735, 'short', keys],
    [42112, 'ascii', meta],
  ];
  const pixels = Buffer.alloc(4 * SIDE * SIDE);
  for (let i = 0; i < SIDE * SIDE; i++) pixels.writeFloatLE(height, 4 * i);
  const start = 8 + pixels.length;
  const directory = Buffer.alloc(2 + 12 * tags.length + 4);
  directory.writeUInt16LE(tags.length);
  const extra: Buffer[] = [];
  let at = start + directory.length;
  tags.forEach(([id, type, values], i) => {
    const [code, size] = TYPES[type];
    const data = Buffer.alloc(values.length * size);
    if (typeof values === 'string') data.write(values, 'latin1');
    else
      values.forEach((value, k) => {
        if (type === 'short') data.writeUInt16LE(value, k * size);
        else if (type === 'long') data.writeUInt32LE(value, k * size);
        else data.writeDoubleLE(value, k * size);
      });
    const entry = 2 + 12 * i;
    directory.writeUInt16LE(id, entry);
    directory.writeUInt16LE(code, entry + 2);
    directory.writeUInt32LE(values.length, entry + 4);
    if (data.length <= 4) data.copy(directory, entry + 8);
    else {
      directory.writeUInt32LE(at, entry + 8);
      extra.push(data);
      at += data.length;
    }
  });
  const head = Buffer.from([0x49, 0x49, 42, 0, 0, 0, 0, 0]);
  head.writeUInt32LE(start, 4);
  return Buffer.concat([head, pixels, directory, ...extra]);
}
