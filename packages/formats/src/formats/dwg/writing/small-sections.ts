import { BitWriter } from '../bits/bit-writer.ts';
import { checksum } from '../bits/checksum.ts';
import { R2004, R2007, R2013, R2018 } from '../file/releases.ts';
import { MARKS } from '../file/section.ts';
import { VERSION_NUMBERS } from './dwg-file.ts';
import type { ObjectStream } from './object-stream.ts';
import { endTexts } from './object-writer.ts';
import { inCodePage, writeText } from './text-bytes.ts';

const DAY_MS = 86_400_000;
/** The Julian day of 1 January 1970. */
const FIRST_DAY = 2_440_588;

/** A moment as DWG has it: Julian day and milliseconds. */
export interface Moment {
  readonly day: number;
  readonly milliseconds: number;
}

export function momentOf(time: number): Moment {
  return { day: FIRST_DAY + Math.floor(time / DAY_MS), milliseconds: time % DAY_MS };
}

/** A section with its marks, size and checksum. @param size of the data and texts in bits is at its start since 2007 */
export function marked(mark: string, content: BitWriter, release: number): Uint8Array {
  const out = new BitWriter();
  const begin = Buffer.from(mark, 'hex');
  out.raw(begin);
  out.long(content.size);
  if (release >= R2018) out.long(0);
  out.raw(content.bytes.subarray(0, content.size));
  out.short(checksum(out.bytes, begin.length, out.size));
  out.raw(begin.map((byte) => byte ^ 255));
  return out.bytes.slice(0, out.size);
}

/** A class of objects: number, application, name in C++ and in DXF. */
export interface WrittenClass {
  readonly number: number;
  readonly flags: number;
  readonly internal: string;
  readonly name: string;
}

/** The number that says that a class is of objects that are no entities. */
const OBJECTS = 0x1f3;

/** AcDb:Classes (Open Design Specification, section 10). */
export function classesSection(classes: readonly WrittenClass[], release: number): Uint8Array {
  const data = new BitWriter();
  const texts = release >= R2007 ? new BitWriter() : data;
  if (release >= R2007) data.long(0);
  if (release >= R2004) {
    data.bitShort(Math.max(499, ...classes.map(({ number }) => number)));
    data.short(0);
    data.flag(true);
  }
  for (const { number, flags, internal, name } of classes) {
    data.bitShort(number);
    data.bitShort(flags);
    for (const text of ['ObjectDBX Classes', internal, name]) writeText(texts, text, release);
    data.flag(false);
    data.bitShort(OBJECTS);
    if (release < R2004) continue;
    for (const value of [1, VERSION_NUMBERS[release]!, 0, 0, 0]) data.bitLong(value);
  }
  if (release >= R2007) {
    endTexts(data, texts);
    data.putLong(0, data.bit);
  }
  const section = marked(MARKS.classes, data, release);
  return release >= R2004 ? Buffer.concat([section, new Uint8Array(8)]) : section;
}

/** AcDb:Preview without a picture. */
export function previewSection(): Uint8Array {
  const begin = Buffer.from(MARKS.preview, 'hex');
  return Buffer.concat([begin, Uint8Array.of(1, 0, 0, 0, 0), begin.map((byte) => byte ^ 255)]);
}

/** AcDb:Template: no description; $MEASUREMENT. */
export function templateSection(isMetric: boolean): Uint8Array {
  return Uint8Array.of(0, 0, isMetric ? 1 : 0, 0);
}

/** AcDb:SummaryInfo: empty texts, and when the drawing was made. */
export function summarySection({ day, milliseconds }: Moment, release: number): Uint8Array {
  const out = new BitWriter();
  for (let i = 0; i < 8; i++) {
    out.short(1);
    if (release >= R2007) out.short(0);
    else out.byte(0);
  }
  for (const value of [0, 0, day, milliseconds, day, milliseconds]) out.long(value);
  out.short(0);
  out.long(0);
  out.long(0);
  return out.bytes.slice(0, out.size);
}

/** AcDb:AppInfo: which program wrote the drawing; before 2007 it has another layout and is left out. */
export function applicationSection(release: number): Uint8Array {
  if (release < R2007) return new Uint8Array(0);
  const out = new BitWriter();
  const text = (value: string): void => {
    out.short(value.length + 1);
    for (let i = 0; i < value.length; i++) out.short(value.charCodeAt(i));
    out.short(0);
  };
  out.long(3);
  text('AppInfoDataList');
  out.long(3);
  for (const value of ['1.0', 'Written by Fieldbridge', '<ProductInformation name="Fieldbridge"/>']) {
    out.raw(new Uint8Array(16));
    text(value);
  }
  return out.bytes.slice(0, out.size);
}

/** AcDb:RevHistory, empty. */
export function historySection(): Uint8Array {
  return new Uint8Array(16);
}

/** AcDb:AuxHeader (Open Design Specification, section 27): versions, number of savings, times, a free handle. */
export function auxiliarySection({ day, milliseconds }: Moment, seed: number, release: number): Uint8Array {
  const out = new BitWriter();
  const version = (): void => {
    out.short(VERSION_NUMBERS[release]!);
    if (release > R2013) out.long(0);
    else out.short(0);
  };
  out.raw(Uint8Array.of(0xff, 0x77, 1));
  version();
  out.long(1);
  out.long(-1);
  out.short(1);
  out.short(0);
  out.long(0);
  version();
  version();
  for (const value of [5, 0x893, 5, 0x893, 0, 1]) out.short(value);
  for (let i = 0; i < 5; i++) out.long(0);
  for (const value of [day, milliseconds, day, milliseconds]) out.long(value);
  out.long(seed <= 0x7fffffff ? seed : -1);
  out.long(0);
  out.short(0);
  out.short(1);
  for (const value of [0, 0, 0, 1, 0, 0, 0, 0]) out.long(value);
  if (release >= R2018) for (let i = 0; i < 3; i++) out.short(0);
  return out.bytes.slice(0, out.size);
}

/** AcDb:ObjFreeSpace (Open Design Specification, section 24): about how many objects there are. */
export function freeSpace(objects: ObjectStream): Uint8Array {
  const out = new BitWriter();
  const { day, milliseconds } = momentOf(Date.now());
  for (const value of [0, objects.last, day, milliseconds, 0]) out.long(value);
  out.byte(4);
  for (const value of [0x32, 0, 0x64, 0, 0x200, 0, -1, 0]) out.long(value);
  return out.bytes.slice(0, out.size);
}

/** The bytes of a text in extended data: before 2007 its length, the code page, the characters. */
export function extendedText(text: string, release: number): number[] {
  if (release >= R2007) {
    const bytes = [text.length & 255, text.length >> 8];
    for (let i = 0; i < text.length; i++) bytes.push(text.charCodeAt(i) & 255, text.charCodeAt(i) >> 8);
    return bytes;
  }
  const bytes = inCodePage(text).slice(0, 255);
  return [bytes.length, 30, 0, ...bytes];
}
