/**
 * Why a file of tickets cannot be read, in part or at all: the command line shows sentence and code, without a stack.
 */
export class FileFault extends Error {
  override readonly name = 'FileFault';
  readonly code: 'file-encoding' | 'row-too-long' | 'quote-not-closed';

  constructor(code: FileFault['code'], message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}
