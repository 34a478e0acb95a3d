// node xml-scan.ts FILE: the XML scanner over a file; events are only counted.
import { FileSource } from '@fieldbridge/formats/core/byte-source.ts';
import { DONE, XmlScanner } from '@fieldbridge/formats/kit/xml/scanner.ts';

const source = new FileSource(process.argv[2]!);
const scanner = new XmlScanner(source);
let events = 0;
while (scanner.next() !== DONE) events++;
source.close();
if (events === 0) throw new Error('no events');
