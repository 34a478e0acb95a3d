/** A path that cannot be read or written: the code of the system's error, and a sentence that explains what to do. */
export class PathError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'PathError';
    this.code = code;
  }
}
