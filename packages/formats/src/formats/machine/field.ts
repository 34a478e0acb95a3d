/**
 * How certain the meaning of a field is: `proven` on real bytes, `stated` by a named source, `fits` the bytes without
 * proof, `unknown`. Only proven fields become survey data without an issue; NOTES.md has the evidence.
 */
export type Proof = 'proven' | 'stated' | 'fits' | 'unknown';

/**
 * A field of a fixed-size record: its position and how its value is read and written. All numbers are little-endian.
 */
export interface Field<T = unknown> {
  /** Byte offset in the record. */
  readonly at: number;
  /** Size in bytes. */
  readonly size: number;
  readonly proof: Proof;
  /** @param base byte offset of the record in `view` */
  read(view: DataView, base: number): T;
  /** Writes `value` into the record at `base`. */
  write(view: DataView, base: number, value: T): void;
}

/** The value of a reference: table, page and index in the page. */
export interface Reference {
  readonly table: number;
  readonly page: number;
  readonly index: number;
}

/** Page number of a null reference. */
export const NULL_PAGE = 0xfffe;
/** Milliseconds from 1601 (FILETIME) to 1970. */
const EPOCH_SHIFT = 11_644_473_600_000;
const TICKS_PER_MILLISECOND = 10_000;
/** Magnitudes below this mean "no value" (the vendor writes 2e-308), except exactly 0. */
const NO_VALUE_BELOW = 1e-300;
export const NO_VALUE = 2e-308;

type Numeric = 'u8' | 'u16' | 'u32' | 'i32' | 'f32' | 'f64';
const SIZES: Record<Numeric, number> = { u8: 1, u16: 2, u32: 4, i32: 4, f32: 4, f64: 8 };
const READERS: Record<Numeric, (view: DataView, at: number) => number> = {
  u8: (view, at) => view.getUint8(at),
  u16: (view, at) => view.getUint16(at, true),
  u32: (view, at) => view.getUint32(at, true),
  i32: (view, at) => view.getInt32(at, true),
  f32: (view, at) => view.getFloat32(at, true),
  f64: (view, at) => view.getFloat64(at, true),
};
const WRITERS: Record<Numeric, (view: DataView, at: number, value: number) => void> = {
  u8: (view, at, value) => view.setUint8(at, value),
  u16: (view, at, value) => view.setUint16(at, value, true),
  u32: (view, at, value) => view.setUint32(at, value, true),
  i32: (view, at, value) => view.setInt32(at, value, true),
  f32: (view, at, value) => view.setFloat32(at, value, true),
  f64: (view, at, value) => view.setFloat64(at, value, true),
};

/** A plain number. */
export function number(kind: Numeric, at: number, proof: Proof = 'proven'): Field<number> {
  const read = READERS[kind];
  const write = WRITERS[kind];
  return {
    at,
    size: SIZES[kind],
    proof,
    read: (view, base) => read(view, base + at),
    write: (view, base, value) => write(view, base + at, value),
  };
}

/** A double that may be "no value", which is NaN here. */
export function optional(at: number, proof: Proof = 'proven'): Field<number> {
  return {
    at,
    size: 8,
    proof,
    read: (view, base) => valueOrNaN(view.getFloat64(base + at, true)),
    write: (view, base, value) => view.setFloat64(base + at, orNoValue(value), true),
  };
}

/** The value, or NaN for "no value". */
export function valueOrNaN(value: number): number {
  return value !== 0 && Math.abs(value) < NO_VALUE_BELOW ? Number.NaN : value;
}

/** The number to write: "no value" for NaN and infinities, 0 for a number small enough to be mistaken for it. */
export function orNoValue(value: number): number {
  if (!Number.isFinite(value)) return NO_VALUE;
  return Math.abs(value) < NO_VALUE_BELOW ? 0 : value;
}

/** A UTF-16LE text of at most `units` units that ends at the first NUL, followed by junk. */
export function text(at: number, units: number, proof: Proof = 'proven'): Field<string> {
  return {
    at,
    size: 2 * units,
    proof,
    read: (view, base) => readText(view, base + at, units),
    write: (view, base, value) => writeText(view, base + at, units, value),
  };
}

/** Reads at most `units` UTF-16 units up to the first NUL; lone surrogates become U+FFFD. */
export function readText(view: DataView, at: number, units: number): string {
  let text = '';
  // Texts are short (usually a few units, at most 64): concatenating is faster than calling a decoder.
  for (let i = 0; i < units; i++) {
    const unit = view.getUint16(at + 2 * i, true);
    if (unit === 0) break;
    text += String.fromCharCode(unit);
  }
  return text.toWellFormed();
}

/** Writes a text with its closing NUL; the caller ensures that it fits. */
export function writeText(view: DataView, at: number, units: number, value: string): void {
  for (let i = 0; i < units; i++) view.setUint16(at + 2 * i, i < value.length ? value.charCodeAt(i) : 0, true);
}

/** A reference of 6 bytes: table, page, index. */
export function reference(at: number, proof: Proof = 'proven'): Field<Reference> {
  return {
    at,
    size: 6,
    proof,
    read: (view, base) => ({
      table: view.getUint16(base + at, true),
      page: view.getUint16(base + at + 2, true),
      index: view.getUint16(base + at + 4, true),
    }),
    write: (view, base, value) => {
      view.setUint16(base + at, value.table, true);
      view.setUint16(base + at + 2, value.page, true);
      view.setUint16(base + at + 4, value.index, true);
    },
  };
}

/** A colour in three bytes red, green, blue, as 0xRRGGBB. */
export function colour(at: number, proof: Proof = 'proven'): Field<number> {
  return {
    at,
    size: 3,
    proof,
    read: (view, base) =>
      (view.getUint8(base + at) << 16) | (view.getUint8(base + at + 1) << 8) | view.getUint8(base + at + 2),
    write: (view, base, value) => {
      view.setUint8(base + at, (value >> 16) & 0xff);
      view.setUint8(base + at + 1, (value >> 8) & 0xff);
      view.setUint8(base + at + 2, value & 0xff);
    },
  };
}

/** Whether a FILETIME can express a time in milliseconds since 1970. */
export function isFileTime(time: number): boolean {
  const milliseconds = Math.round(time) + EPOCH_SHIFT;
  return milliseconds > 0 && milliseconds * TICKS_PER_MILLISECOND < 2 ** 64;
}

/** A FILETIME (100-ns ticks since 1601 UTC) as milliseconds since 1970; 0 means "not known" and is NaN here. */
export function fileTime(at: number, proof: Proof = 'proven'): Field<number> {
  return {
    at,
    size: 8,
    proof,
    read: (view, base) => {
      const ticks = view.getUint32(base + at + 4, true) * 2 ** 32 + view.getUint32(base + at, true);
      return ticks === 0 ? Number.NaN : Math.round(ticks / TICKS_PER_MILLISECOND - EPOCH_SHIFT);
    },
    write: (view, base, value) => {
      const ticks = Number.isFinite(value)
        ? BigInt(Math.round(value) + EPOCH_SHIFT) * BigInt(TICKS_PER_MILLISECOND)
        : 0n;
      // Beyond the range of the field the time is written as unknown, because truncated it would be another time.
      view.setBigUint64(base + at, ticks > 0n && ticks < 1n << 64n ? ticks : 0n, true);
    },
  };
}

/** Bytes of unknown meaning, shown in hex by the raw walker. */
export function bytes(at: number, size: number, proof: Proof = 'unknown'): Field<string> {
  return {
    at,
    size,
    proof,
    read: (view, base) => Buffer.from(view.buffer, view.byteOffset + base + at, size).toString('hex'),
    write: (view, base, value) => {
      const raw = Buffer.from(value, 'hex');
      for (let i = 0; i < size; i++) view.setUint8(base + at + i, raw[i] ?? 0);
    },
  };
}
