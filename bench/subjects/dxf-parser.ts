// node dxf-parser.ts FILE: the npm package dxf-parser over a whole file.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The package's types do not describe what it exports at run time. */
interface Parser {
  parseSync(text: string): { entities: unknown[] } | null;
}
const DxfParser = createRequire(import.meta.url)('dxf-parser') as new () => Parser;
const drawing = new DxfParser().parseSync(readFileSync(process.argv[2]!, 'utf8'));
if (drawing === null || drawing.entities.length === 0) throw new Error('dxf-parser found no entities');
