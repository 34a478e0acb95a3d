/** The value of `format` in `mjf_info` that identifies our field jobs. */
export const MANIFEST = 'fieldbridge-mjf';
