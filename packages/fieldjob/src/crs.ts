/**
 * The coordinate reference system of a job. `local` is a site grid without a stated relation to the earth; a system is
 * never guessed in its place.
 */
export type Crs =
  | { readonly kind: 'local'; readonly name?: string }
  | {
      readonly kind: 'epsg';
      readonly code: number;
      /** Code of the height system that was joined to it, where the pair has no code of its own. */
      readonly vertical?: number;
      readonly name?: string;
    }
  /** A definition: WKT 1, ESRI's WKT, WKT 2 or PROJJSON. */
  | { readonly kind: 'wkt'; readonly wkt: string; readonly name?: string };

export const LOCAL_CRS: Crs = { kind: 'local' };

/**
 * Whether two systems are stated to be the same. Two local systems count as the same, because nothing says otherwise.
 */
export function sameCrs(a: Crs, b: Crs): boolean {
  if (a.kind === 'epsg' && b.kind === 'epsg') return a.code === b.code && a.vertical === b.vertical;
  if (a.kind === 'wkt' && b.kind === 'wkt') return a.wkt === b.wkt;
  return a.kind === b.kind;
}

/** Ways to write a code, or two of a plan and a height system. In a web address a plus sign arrives as a space. */
const CODES = [
  /^(?:EPSG:{1,2})?(\d{3,6})(?: ?[+ ] ?(?:EPSG:{1,2})?(\d{3,6}))?$/i,
  /^urn:ogc:def:crs:EPSG:[\d.]*:(\d{3,6})$/i,
  /^urn:ogc:def:crs,crs:EPSG:[\d.]*:(\d{3,6}),crs:EPSG:[\d.]*:(\d{3,6})$/i,
  /^https?:\/\/www\.opengis\.net\/def\/crs\/EPSG\/[\d.]+\/(\d{3,6})$/i,
];
/**
 * How definitions begin: WKT by a keyword and a bracket, PROJJSON by a brace. Behind a round bracket WKT has a quote or
 * another keyword; "NAD83(2011) / Utah North" is a name.
 */
const DEFINITION = /^(?:[A-Z_0-9]+\s*(?:\[|\(\s*(?:"|[A-Z_0-9]+\s*\(\s*["A-Z]))|\{)/i;

/** Reads `EPSG:25832`, `25832`, `25832+7837`, an OGC URN, `local`, WKT or PROJJSON; undefined for anything else. */
export function parseCrs(text: string): Crs | undefined {
  const trimmed = text.trim();
  if (/^local$/i.test(trimmed)) return LOCAL_CRS;
  for (const form of CODES) {
    const [, code, vertical] = form.exec(trimmed) ?? [];
    if (code !== undefined)
      return { kind: 'epsg', code: Number(code), ...(vertical !== undefined && { vertical: Number(vertical) }) };
  }
  return DEFINITION.test(trimmed) ? { kind: 'wkt', wkt: trimmed } : undefined;
}

/** A system as text that `parseCrs` reads. */
export function crsText(crs: Crs): string {
  if (crs.kind === 'epsg') return `EPSG:${crs.code}${crs.vertical === undefined ? '' : `+${crs.vertical}`}`;
  return crs.kind === 'wkt' ? crs.wkt : 'local';
}
