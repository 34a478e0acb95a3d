// npm run campaign:crs: every projected EPSG code against PROJ (pyproj), asked by code, as a table.
import { askPyproj, compare, missingPyproj } from '@fieldbridge/formats/kit/crs/testing/comparison.ts';

/** Metres. */
const TOLERANCE = 0.001;

const missing = missingPyproj();
if (missing !== undefined) {
  console.error(missing);
  process.exit(1);
}
const tables = { projection: new Map<string, number[]>(), change: new Map<string, number[]>() };
const lines = askPyproj('all');
for (const [i, line] of lines.entries()) {
  const compared = await compare(line);
  for (const kind of ['projection', 'change'] as const) {
    const found = compared[kind];
    const row =
      typeof found === 'string' ? found.replace(/: .*/, '') : found <= TOLERANCE ? 'within 1 mm' : 'off by more';
    const codes = tables[kind].get(row) ?? [];
    tables[kind].set(row, codes);
    codes.push(line.code);
    if (row === 'off by more') console.log(`EPSG:${line.code} ${kind}: ${(found as number).toFixed(4)} m`);
  }
  if (process.stderr.isTTY && i % 50 === 0) process.stderr.write(`\r${i} of ${lines.length}`);
}
for (const kind of ['projection', 'change'] as const) {
  console.log(`\n| ${kind} | places |\n|---|---|`);
  for (const [row, codes] of tables[kind])
    console.log(
      `| ${row} | ${codes.length}${codes.length <= 20 && row !== 'within 1 mm' ? `: ${codes.join(', ')}` : ''} |`,
    );
}
