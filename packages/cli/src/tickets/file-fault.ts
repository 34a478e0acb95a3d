/** What a file of tickets cannot be read for, to its end or at all: the command line shows sentence and code, and no stack. */
export class FileFault extends Error {
  override readonly name = 'FileFault';
  readonly code: 'file-encoding' | 'row-too-long' | 'quote-not-closed';

  constructor(code: FileFault['code'], message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}
