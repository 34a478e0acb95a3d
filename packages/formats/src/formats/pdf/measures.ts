import type { ReadContext } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { objectStreamAt } from './object-streams.ts';

/** Bytes around a key in which the rest of its dictionary is searched for. */
const AROUND = 1500;
/** Most places that are examined. */
const MOST_PLACES = 10_000;
/** Most scales that are reported. */
const MOST_SCALES = 3;
/** The key of a rectilinear measure. */
const MARK = '/RL';
const POINT = 0.0254 / 72;
/** Lengths in metres of units as measure dictionaries name them. */
const UNITS: Readonly<Record<string, number>> = {
  ...{ m: 1, mm: 0.001, cm: 0.01, km: 1000, in: 0.0254, '"': 0.0254 },
  ...{ ft: 0.3048, "'": 0.3048, yd: 0.9144, mi: 1609.344 },
};

/** Scale and position stated in a file; they are reported only and never applied. */
export interface Measures {
  /** Scales in the words of the file, with the corresponding `plotScale` where it is clear. */
  readonly scales: readonly string[];
  /** Whether it states where on the earth its pages are. */
  readonly isGeoreferenced: boolean;
}

/**
 * Searches for measure dictionaries (ISO 32000-1, 12.9; ISO 32000-2, 12.10) in the bytes of a file and its object
 * streams: hints for a report.
 */
export function measuresOf(file: Uint8Array): Measures {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const scales = new Set<string>();
  let isGeoreferenced = false;
  let places = 0;
  const look = (text: string, at = 0, end = text.length): void => {
    isGeoreferenced ||= /\/GPTS\s{0,4}\[|\/LGIDict\b/.test(text);
    for (let mark = text.indexOf(MARK, at); mark >= 0 && mark < end; mark = text.indexOf(MARK, mark + 1)) {
      if (places++ >= MOST_PLACES) return;
      const scale = scaleIn(text.slice(Math.max(0, mark - AROUND), mark), text.slice(mark, mark + AROUND));
      if (scale !== undefined && scales.size < MOST_SCALES) scales.add(scale);
    }
  };
  // Strings of an encrypted file are not readable.
  if (bytes.includes('/Encrypt')) return { scales: [], isGeoreferenced };
  for (const key of ['/GPTS', '/LGIDict', MARK])
    for (const at of placesOf(bytes, key)) {
      const from = Math.max(0, at - AROUND);
      // Of the marks around, this one only: the others have their own turn.
      look(bytes.toString('latin1', from, at + AROUND), at - from, at - from + 1);
    }
  for (const at of placesOf(bytes, '/ObjStm')) for (const { text } of objectStreamAt(bytes, at).objects) look(text);
  return { scales: [...scales], isGeoreferenced };
}

function* placesOf(bytes: Buffer, key: string): Generator<number> {
  let count = 0;
  for (let at = bytes.indexOf(key); at >= 0 && count < MOST_PLACES; at = bytes.indexOf(key, at + key.length), count++)
    yield at;
}

/**
 * The scale of the rectilinear measure around its mark: `/R (1 in = 20 ft)`, and the factor of its first unit along x.
 */
function scaleIn(before: string, behind: string): string | undefined {
  // Its dictionary begins after the object before it.
  const own = before.slice(Math.max(0, before.lastIndexOf('endobj')));
  const rest = behind.split('endobj', 1)[0]!;
  const words = /\/R\s{0,4}\(([^()\\]{1,60})\)/.exec(rest)?.[1] ?? /\/R\s{0,4}\(([^()\\]{1,60})\)/.exec(own)?.[1];
  if (words === undefined) return undefined;
  const format =
    /\/X\s{0,4}\[\s{0,4}<<([^>]{1,200})>>/.exec(rest)?.[1] ??
    /\/X\s{0,4}\[\s{0,4}<<([^>]{1,200})>>/.exec(own)?.[1] ??
    '';
  const unit = UNITS[/\/U\s{0,4}\(([^()\\]{1,10})\)/.exec(format)?.[1]?.trim() ?? ''];
  const factor = Number(/\/C\s{0,4}([\d.]{1,20})/.exec(format)?.[1] ?? Number.NaN);
  const plotScale = unit === undefined ? Number.NaN : (factor * unit) / POINT;
  return plotScale > 0 && Number.isFinite(plotScale)
    ? `${words} (plotScale=${Number(plotScale.toPrecision(6))})`
    : words;
}

/** Reports the scale and position that the file states; coordinates stay on paper. */
export function reportMeasures({ scales, isGeoreferenced }: Measures, { options, report }: ReadContext): void {
  if (scales.length > 0 && Number(options['plotScale'] ?? 1) === 1)
    report(issueOf('pdf-scale-stated', { scales: scales.join(', ') }));
  if (isGeoreferenced) report(issueOf('pdf-georeferenced'));
}
