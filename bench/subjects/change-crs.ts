// node change-crs.ts IN OUT: changes lines "longitude latitude height" of WGS 84 to UTM zone 32N and writes them, as
// cs2cs does with the same file. The map is the product's own; reading and writing are as plain as they can be.
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';

const { crsChange, WGS84 } = await import('@fieldbridge/formats/kit/crs/crs-change.ts');

const [input, output] = process.argv.slice(2);
const lines = readFileSync(input!, 'latin1').split('\n');
const box = { minEasting: 8.5, maxEasting: 9.5, minNorthing: 48, maxNorthing: 49 };
const change = await crsChange(WGS84, { kind: 'epsg', code: 32632 }, 'metre', { main: box, whole: box });
const position = new Float64Array(3);
const file = openSync(output!, 'w');
let held = '';
for (const line of lines) {
  if (line === '') continue;
  const [longitude, latitude, height] = line.split(' ');
  position[0] = Number(longitude);
  position[1] = Number(latitude);
  position[2] = Number(height);
  change!.map(position);
  held += `${position[0].toFixed(3)}\t${position[1].toFixed(3)} ${position[2].toFixed(3)}\n`;
  if (held.length > 1 << 16) {
    writeSync(file, held);
    held = '';
  }
}
writeSync(file, held);
closeSync(file);
