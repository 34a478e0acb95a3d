import { createReadStream, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { FileSource } from '@fieldbridge/formats';
import { DONE, XmlScanner } from '@fieldbridge/formats/xml/scanner.ts';
import { SaxesParser } from 'saxes';
import { landXmlPath, writeLandXml } from '../inputs/landxml.ts';
import type { BenchRow } from '../row.ts';

/** Counts events, so that no work is optimised away. */
let events = 0;

const timed = async (work: () => void | Promise<void>): Promise<{ seconds: number; note: string }> => {
  events = 0;
  const started = performance.now();
  await work();
  return { seconds: (performance.now() - started) / 1000, note: `${events} events` };
};

/** The XML scanner that all XML formats stand on, over a generated LandXML surface. */
export const row: BenchRow = {
  id: 'xml',
  title: 'XML scanner over a LandXML surface: every event, no values',
  goal: 'fast enough for LandXML at ≥ 4 × saxes alone',
  sizes: [7, 28, 110],
  unit: 'MB',
  prepare: async (sizes) => {
    for (const size of sizes) writeLandXml(size);
    return async () => {
      for (const size of sizes) await rm(landXmlPath(size), { force: true });
    };
  },
  subjects: [
    {
      name: 'Fieldbridge',
      role: 'ours',
      run: (size) =>
        timed(() => {
          const source = new FileSource(landXmlPath(size));
          const scanner = new XmlScanner(source);
          while (scanner.next() !== DONE) events++;
          source.close();
        }),
    },
    {
      name: 'saxes',
      role: 'peer',
      run: (size) =>
        timed(async () => {
          const parser = new SaxesParser({ xmlns: true });
          const count = (): void => {
            events++;
          };
          parser.on('opentag', count);
          parser.on('closetag', count);
          parser.on('text', count);
          for await (const chunk of createReadStream(landXmlPath(size), { encoding: 'utf8' }))
            parser.write(String(chunk));
          parser.close();
        }),
    },
    {
      name: 'byte loop',
      role: 'limit',
      run: (size) =>
        timed(() => {
          const bytes = readFileSync(landXmlPath(size));
          for (let i = 0; i < bytes.length; i++) if (bytes[i] === 0x3c) events++;
        }),
    },
  ],
};
