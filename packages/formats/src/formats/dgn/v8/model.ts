import { FormatError } from '../../../core/failure.ts';
import { PROPERTY, textOf } from './linkages.ts';

const MODEL_HEADER = 66;
/** Size that contains all fields read here. */
const LEAST_SIZE = 0xf8;
const FLAT = 0x00800000;

/** Properties of coordinates from a model's header. */
export interface V8Model {
  readonly is3d: boolean;
  /** Units of resolution per storage unit, which may differ from the master unit that people read. */
  readonly uorPerStorage: number;
  /** Global origin in units of resolution. */
  readonly origin: readonly [number, number, number];
  /** Master units per metre as a ratio, if the header states one. */
  readonly perMetre: Ratio | undefined;
  /** Storage units per metre; those of the master unit if the header states none. */
  readonly storagePerMetre: Ratio | undefined;
  /** Sub units per metre. */
  readonly subPerMetre: Ratio | undefined;
  /** What follows a number of master units and of sub units, or ''. */
  readonly labels: readonly [master: string, sub: string];
}

export type Ratio = readonly [numerator: number, denominator: number];

/**
 * Reads the header of a model from its unpacked stream: an element of type 66 that ends with the stream. Offsets from
 * the notes of ezdgn (docs/v8/FORMAT_NOTES.md).
 * @throws FormatError `dgn-model-header` when it is missing or its scale is impossible
 */
export function readModel(stream: Uint8Array): V8Model {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  for (let at = 0; at + LEAST_SIZE <= stream.length; at += 2) {
    const isHeader =
      (view.getUint32(at, true) & 0xffff) === MODEL_HEADER && view.getUint32(at + 4, true) * 2 === stream.length - at;
    if (!isHeader) continue;
    const uorPerStorage = view.getFloat64(at + 0xe0, true);
    if (!(uorPerStorage > 0) || !Number.isFinite(uorPerStorage)) break;
    const origin = [0xc8, 0xd0, 0xd8].map((field) => view.getFloat64(at + field, true));
    const perMetre = ratioAt(view, at + 0x50);
    const bytes = stream.length - at;
    const size = Math.min(bytes, 2 * view.getUint32(at + 8, true));
    const header = { view: new DataView(stream.buffer, stream.byteOffset + at, bytes), size };
    return {
      is3d: (view.getUint32(at, true) & FLAT) === 0,
      uorPerStorage,
      origin: origin.every(Number.isFinite) ? (origin as [number, number, number]) : [0, 0, 0],
      perMetre,
      storagePerMetre: ratioAt(view, at + 0xe8) ?? perMetre,
      subPerMetre: ratioAt(view, at + 0x60),
      labels: [textOf(header, PROPERTY.masterLabel), textOf(header, PROPERTY.subLabel)],
    };
  }
  throw new FormatError('dgn-model-header');
}

/** A ratio of two reals; undefined where it is not one of positive numbers. */
export function ratioAt(view: DataView, at: number): Ratio | undefined {
  const [numerator, denominator] = [view.getFloat64(at, true), view.getFloat64(at + 8, true)];
  return numerator > 0 && denominator > 0 && Number.isFinite(numerator / denominator)
    ? [numerator, denominator]
    : undefined;
}
