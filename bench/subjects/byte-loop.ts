// node byte-loop.ts FILE: looks at every byte of a file and counts the lines, the least any reader must do.
import { closeSync, openSync, readSync } from 'node:fs';

const file = openSync(process.argv[2]!, 'r');
const bytes = new Uint8Array(1 << 20);
let lines = 0;
for (let got = readSync(file, bytes); got > 0; got = readSync(file, bytes))
  for (let i = 0; i < got; i++) if (bytes[i] === 10) lines++;
closeSync(file);
if (lines === 0) throw new Error('no lines');
