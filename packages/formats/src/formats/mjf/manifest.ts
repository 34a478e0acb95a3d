/** The value of `format` in `mjf_info` that makes a GeoPackage a field job of ours. */
export const MANIFEST = 'fieldbridge-mjf';
