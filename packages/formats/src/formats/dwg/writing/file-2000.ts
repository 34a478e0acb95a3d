import { ByteWriter } from '../../../kit/io/byte-writer.ts';
import { checksum } from '../bits/checksum.ts';
import { R2000 } from '../file/releases.ts';
import { CODE_PAGE, type DwgFile, type FixedSections, VERSION_NUMBERS } from './dwg-file.ts';
import { objectMapBytes } from './object-map-bytes.ts';
import { ObjectStream } from './object-stream.ts';
import { freeSpace } from './small-sections.ts';

/** Size of the header (Open Design Specification, 3.2): fields, six sections of 9 bytes, checksum, mark. */
const HEADER = 0x61;
const [PREVIEW, NUMBER, PAGE, COUNT] = [0x0d, 0x11, 0x13, 0x15];
const RECORD = 9;
const SECTIONS = 6;
/** Numbers of the sections. */
const [VARIABLES, CLASSES, MAP, FREE, TEMPLATE, AUXILIARY] = [0, 1, 2, 3, 4, 5];
const END = Uint8Array.of(
  ...[0x95, 0xa0, 0x4e, 0x28, 0x99, 0x82, 0x1a, 0xe5],
  ...[0x5e, 0x41, 0xe0, 0x5f, 0x9d, 0x3a, 0x4d, 0x00],
);

/** A file of 2000: a header that says where the sections are; objects follow one another. */
export class File2000 implements DwgFile {
  readonly objects: ObjectStream;
  readonly #out: ByteWriter;
  readonly #template: Uint8Array;
  readonly #head = new Uint8Array(HEADER);
  readonly #view = new DataView(this.#head.buffer);

  constructor(path: string, mark: string, { header, classes, template, auxiliary, preview }: FixedSections) {
    this.#out = new ByteWriter(path, true);
    this.#template = template;
    new TextEncoder().encodeInto(mark, this.#head);
    this.#head[0x0b] = 15;
    this.#head[0x0c] = 1;
    this.#head[NUMBER] = VERSION_NUMBERS[R2000]!;
    this.#head[PAGE] = CODE_PAGE;
    this.#head[COUNT] = SECTIONS;
    this.#out.bytes(this.#head);
    this.#section(AUXILIARY, auxiliary);
    this.#view.setUint32(PREVIEW, this.#out.position, true);
    this.#out.bytes(preview);
    this.#section(VARIABLES, header);
    this.#section(CLASSES, classes);
    this.objects = new ObjectStream(R2000, this.#out.position, (bytes) => {
      this.#out.bytes(bytes);
      return bytes.length;
    });
  }

  async finish(): Promise<void> {
    const { objects } = this;
    objects.finish();
    this.#section(MAP, objectMapBytes(objects));
    this.#section(FREE, freeSpace(objects));
    this.#section(TEMPLATE, this.#template);
    const end = COUNT + 4 + SECTIONS * RECORD;
    this.#view.setUint16(end, checksum(this.#head, 0, end), true);
    this.#head.set(END, end + 2);
    await this.#out.finish(this.#head);
  }

  abandon(): void {
    this.#out.abandon();
  }

  #section(number: number, bytes: Uint8Array): void {
    const record = COUNT + 4 + number * RECORD;
    this.#head[record] = number;
    this.#view.setUint32(record + 1, this.#out.position, true);
    this.#view.setUint32(record + 5, bytes.length, true);
    this.#out.bytes(bytes);
  }
}
