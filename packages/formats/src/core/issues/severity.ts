/**
 * `note`: worth knowing, nothing is lost. `warning`: something selected was altered or skipped.
 * `error`: the file as a whole could not be read to its end.
 */
export type Severity = 'note' | 'warning' | 'error';
