// node saxes.ts FILE: the npm package saxes over a file; events are only counted.
import { createReadStream } from 'node:fs';
import { SaxesParser } from 'saxes';

const parser = new SaxesParser({ xmlns: true });
let events = 0;
const count = (): void => {
  events++;
};
parser.on('opentag', count);
parser.on('closetag', count);
parser.on('text', count);
for await (const chunk of createReadStream(process.argv[2]!, { encoding: 'utf8' })) parser.write(String(chunk));
parser.close();
if (events === 0) throw new Error('no events');
