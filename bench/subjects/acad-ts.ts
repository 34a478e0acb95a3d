// node acad-ts.ts FILE: the library that parses the file, alone.
import { readFileSync } from 'node:fs';
import { DwgReader } from '@node-projects/acad-ts';

const bytes = readFileSync(process.argv[2]!);
const document = DwgReader.readFromStream(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
if (document.entities === null || [...document.entities].length === 0) throw new Error('acad-ts found no entities');
