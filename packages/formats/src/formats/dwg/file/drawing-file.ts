import { FormatError } from '../../../core/failure.ts';
import type { Limits } from '../../../core/limits.ts';
import { codePage, type TextDecode, WINDOWS_1252 } from '../../../kit/cad/code-page.ts';
import { TextReader } from '../bits/text.ts';
import { type DwgClass, readClasses } from './classes.ts';
import { CODE_PAGES } from './code-pages.ts';
import { type DrawingUnits, readUnits } from './drawing-unit.ts';
import { HEADER_END, hasEncryptedHeader } from './encrypted-header.ts';
import type { FileBytes } from './file-bytes.ts';
import { findObjects } from './find-objects.ts';
import { checkSections } from './locators.ts';
import { type ObjectMap, readObjectMap } from './object-map.ts';
import { R2004, R2007, releaseNumber } from './releases.ts';
import type { Faults, Sections } from './section.ts';
import { isSectionIntact } from './section-checksum.ts';
import { sections2000 } from './sections-2000.ts';
import { searchedSections2004, sections2004 } from './sections-2004.ts';
import { searchedSections2007, sections2007 } from './sections-2007.ts';

/** Offsets of the maintenance version and the number of the code page in every header. */
const MAINTENANCE = 0x0b;
const CODE_PAGE = 0x13;

/** A DWG file: its sections, opened as far as every object needs them. */
export interface DrawingFile {
  /** See releases.ts. */
  readonly release: number;
  readonly releaseName: string;
  readonly text: TextReader;
  /** The bytes with all objects. */
  readonly objects: Uint8Array;
  readonly map: ObjectMap;
  /** Whether the object map is damaged; then the objects were searched. */
  readonly isMapRebuilt: boolean;
  /** Whether object map and pages are as they were written. */
  readonly isWhole: boolean;
  readonly classes: ReadonlyMap<number, DwgClass>;
  readonly units: DrawingUnits;
  /** $MEASUREMENT; undefined if it is not stated. */
  readonly measurement: number | undefined;
  /** The store of shapes, from 2013 on. */
  readonly shapes: Uint8Array | undefined;
  /** Bytes that were repaired by their check bytes, in 2007. */
  readonly repaired: number;
  /** Gets the handle of an object with a wrong checksum; undefined where all pages have the right one. */
  readonly objectAltered: ((handle: number) => void) | undefined;
}

/**
 * Opens a drawing of R13 to 2018.
 * @param decode the code page that the caller states, for texts before 2007
 * @throws FormatError `dwg-damaged` when its outer structure is not whole, LimitError `unpackedBytes`
 */
export function openDrawing(
  source: FileBytes,
  releaseName: string,
  limits: Limits,
  faults: Faults,
  decode?: TextDecode,
): DrawingFile {
  const release = releaseNumber(releaseName);
  const head = source.part(0, HEADER_END);
  const maintenance = head[MAINTENANCE]!;
  const page = codePage(CODE_PAGES[head[CODE_PAGE]! | (head[CODE_PAGE + 1]! << 8)] ?? '');
  let isDoubtful = release < R2004;
  let isWhole = true;
  const altered = (at: number | undefined): void => {
    isDoubtful = true;
    isWhole = false;
    faults.altered(at);
  };
  const lost = (reason: string): void => {
    isWhole = false;
    faults.lost(reason);
  };
  const sections = sectionsOf(source, release, limits, { ...faults, altered, lost });
  const text = new TextReader(release >= R2007, decode ?? page ?? WINDOWS_1252);
  // Later releases have checksums of pages.
  if (release < R2004)
    for (const section of [sections.header, sections.classes])
      if (section === undefined) lost('it is not in the file');
      else if (!isSectionIntact(section, release, maintenance)) altered(section.byteOffset - source.whole().byteOffset);
  const stated = readObjectMap(sections.objectMap ?? new Uint8Array(0));
  const isMapRebuilt = !stated.isIntact || !isMapOf(stated, sections.objects);
  const map = isMapRebuilt ? findObjects(sections.objects, release, stated) : stated;
  if (map.count === 0) throw new FormatError('dwg-damaged', { found: 'it has no objects' });
  return {
    release,
    releaseName,
    text,
    map,
    isMapRebuilt,
    isWhole: isWhole && !isMapRebuilt,
    objects: sections.objects,
    classes: readClasses(sections.classes, release, maintenance, text),
    units: readUnits(sections.header, release, maintenance, text),
    measurement: measurementOf(sections.template),
    shapes: sections.shapes,
    repaired: sections.repaired,
    objectAltered: isDoubtful ? faults.objectAltered : undefined,
  };
}

function sectionsOf(file: FileBytes, release: number, limits: Limits, faults: Faults): Sections {
  if (release < R2004) {
    checkSections(file.whole(), faults);
    return sections2000(file.whole());
  }
  // Some programs write 2007 like 2004; an encrypted header of that kind is not an accident.
  const is2007 = release === R2007 && !hasEncryptedHeader(file.part(0, HEADER_END));
  try {
    return is2007 ? sections2007(file.whole(), limits, faults) : sections2004(file, limits, faults);
  } catch (error) {
    if (!(error instanceof FormatError && error.code === 'dwg-damaged')) throw error;
    const found = is2007
      ? searchedSections2007(file.whole(), limits, faults)
      : searchedSections2004(file, limits, faults);
    if (found.objects.length === 0) throw error;
    faults.lost(String(error.parameters['found']));
    return found;
  }
}

/** Whether a map is one of these objects: most of its offsets are among them. */
function isMapOf({ offsets, count }: ObjectMap, objects: Uint8Array): boolean {
  let within = 0;
  for (let i = 0; i < count; i++) if (offsets[i]! >= 0 && offsets[i]! < objects.length) within++;
  return count > 0 && 2 * within > count;
}

/** Open Design Specification, section 22: a text with its length before it, then the number. */
function measurementOf(template: Uint8Array | undefined): number | undefined {
  if (template === undefined || template.length < 4) return undefined;
  const at = 2 + (template[0]! | (template[1]! << 8));
  const value = at + 2 > template.length ? -1 : template[at]! | (template[at + 1]! << 8);
  return value === 0 || value === 1 ? value : undefined;
}
