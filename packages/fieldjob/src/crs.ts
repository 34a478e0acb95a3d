/**
 * The coordinate reference system of a job. `local` is a site grid without a stated relation to the earth; a system is
 * never guessed in its place.
 */
export type Crs =
  | { readonly kind: 'local'; readonly name?: string }
  | { readonly kind: 'epsg'; readonly code: number; readonly name?: string }
  | { readonly kind: 'wkt'; readonly wkt: string; readonly name?: string };

export const LOCAL_CRS: Crs = { kind: 'local' };

/**
 * Whether two systems are stated to be the same. Two local systems count as the same, because nothing says otherwise.
 */
export function sameCrs(a: Crs, b: Crs): boolean {
  if (a.kind === 'epsg' && b.kind === 'epsg') return a.code === b.code;
  if (a.kind === 'wkt' && b.kind === 'wkt') return a.wkt === b.wkt;
  return a.kind === b.kind;
}

/** Reads `EPSG:25832`, `25832`, `local` or a WKT string; undefined for anything else. */
export function parseCrs(text: string): Crs | undefined {
  const trimmed = text.trim();
  if (/^local$/i.test(trimmed)) return LOCAL_CRS;
  const epsg = /^(?:EPSG:{1,2})?(\d{3,6})$/i.exec(trimmed);
  if (epsg) return { kind: 'epsg', code: Number(epsg[1]) };
  if (/^[A-Z_0-9]+\s*[[(]/i.test(trimmed)) return { kind: 'wkt', wkt: trimmed };
  return undefined;
}

/** A system as text that `parseCrs` reads. */
export function crsText(crs: Crs): string {
  return crs.kind === 'epsg' ? `EPSG:${crs.code}` : crs.kind === 'wkt' ? crs.wkt : 'local';
}
