import { SECTION_NAMES } from '../file/section.ts';
import type { DwgFile, FixedSections } from './dwg-file.ts';
import { objectMapBytes } from './object-map-bytes.ts';
import { ObjectStream } from './object-stream.ts';
import { freeSpace } from './small-sections.ts';

/** The section of objects begins with this number. */
const OBJECTS_MARK = Uint8Array.of(0xca, 0x0d, 0, 0);
/** Where the header says at which offset sections are that other programs show: a byte of it each. */
const PLACE = { summary: 0x20, preview: 0x0d, application: 0x2c } as const;

/** A file of pages, found through a map of pages and a map of sections at its end. */
export interface PageFile {
  /** Most bytes of a page of a section, unpacked. */
  pageSize(section: string): number;
  /** Writes a section of one page as it is; its offset goes into the file's header at `place`. */
  plain(section: string, bytes: Uint8Array, place: number): void;
  /** Writes the next page of a section, packed. */
  page(section: string, bytes: Uint8Array): void;
  /** Writes the maps and the header. @throws the operating system's error when it could not be written */
  finish(): Promise<void>;
  abandon(): void;
}

/** A drawing of 2004 or later: its sections, in the order in which AutoCAD writes them, in pages. */
export class PagedDrawing implements DwgFile {
  readonly objects: ObjectStream;
  readonly #file: PageFile;
  readonly #fixed: FixedSections;

  constructor(file: PageFile, release: number, fixed: FixedSections) {
    this.#file = file;
    this.#fixed = fixed;
    file.plain('AcDb:SummaryInfo', fixed.summary, PLACE.summary);
    file.plain('AcDb:Preview', fixed.preview, PLACE.preview);
    if (fixed.application.length > 0) file.plain('AcDb:AppInfo', fixed.application, PLACE.application);
    this.#pages('AcDb:RevHistory', fixed.history);
    this.objects = new ObjectStream(release, 0, (bytes, isLast) => this.#pages(SECTION_NAMES.objects, bytes, isLast));
    this.objects.raw(OBJECTS_MARK);
  }

  async finish(): Promise<void> {
    const { header, classes, template, auxiliary } = this.#fixed;
    const { objects } = this;
    objects.finish();
    this.#pages('AcDb:ObjFreeSpace', freeSpace(objects));
    this.#pages(SECTION_NAMES.template, template);
    this.#pages(SECTION_NAMES.objectMap, objectMapBytes(objects));
    this.#pages(SECTION_NAMES.classes, classes);
    this.#pages('AcDb:AuxHeader', auxiliary);
    this.#pages(SECTION_NAMES.header, header);
    await this.#file.finish();
  }

  abandon(): void {
    this.#file.abandon();
  }

  /** Writes the whole pages among bytes of a section, and the last one; returns how many bytes they hold. */
  #pages(section: string, bytes: Uint8Array, isLast = true): number {
    const size = this.#file.pageSize(section);
    let at = 0;
    for (; at + size <= bytes.length || (isLast && at < bytes.length); at += size)
      this.#file.page(section, bytes.subarray(at, at + size));
    return Math.min(at, bytes.length);
  }
}
