/**
 * An NTv2 grid with the same shift everywhere, in a box of degrees (Geodetic Survey of Canada, NTv2 developer's guide:
 * west longitudes and seconds of arc).
 * @param shift seconds of latitude and (eastern) longitude
 */
export function ntv2Grid(
  { west, south, east, north }: Readonly<Record<'west' | 'south' | 'east' | 'north', number>>,
  shift: readonly [latitude: number, longitude: number],
): Uint8Array {
  const rows = 3;
  const columns = 3;
  const records: Buffer[] = [];
  const record = (name: string, write: (value: Buffer) => void): void => {
    const bytes = Buffer.alloc(16);
    bytes.write(name.padEnd(8), 'latin1');
    write(bytes.subarray(8));
    records.push(bytes);
  };
  const int = (name: string, value: number): void => record(name, (at) => at.writeInt32LE(value));
  const real = (name: string, value: number): void => record(name, (at) => at.writeDoubleLE(value));
  const text = (name: string, value: string): void => record(name, (at) => at.write(value.padEnd(8), 'latin1'));
  int('NUM_OREC', 11);
  int('NUM_SREC', 11);
  int('NUM_FILE', 1);
  text('GS_TYPE', 'SECONDS');
  text('VERSION', 'TEST');
  text('SYSTEM_F', 'FROM');
  text('SYSTEM_T', 'TO');
  for (const name of ['MAJOR_F', 'MINOR_F', 'MAJOR_T', 'MINOR_T']) real(name, 6_378_137);
  text('SUB_NAME', 'ALL');
  text('PARENT', 'NONE');
  text('CREATED', '2026');
  text('UPDATED', '2026');
  real('S_LAT', south * 3600);
  real('N_LAT', north * 3600);
  real('E_LONG', -east * 3600);
  real('W_LONG', -west * 3600);
  real('LAT_INC', ((north - south) * 3600) / (rows - 1));
  real('LONG_INC', ((east - west) * 3600) / (columns - 1));
  int('GS_COUNT', rows * columns);
  for (let i = 0; i < rows * columns; i++) {
    const bytes = Buffer.alloc(16);
    bytes.writeFloatLE(shift[0], 0);
    bytes.writeFloatLE(-shift[1], 4);
    records.push(bytes);
  }
  text('END', '');
  return Buffer.concat(records);
}
