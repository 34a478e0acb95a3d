import { FormatError, LimitError } from '../../core/failure.ts';

/** An error as it crosses from one thread to another: a clone of an error object would lose its class. */
export interface ThreadFailure {
  readonly message: string;
  readonly stack?: string;
  readonly code?: string;
  /** Of a FormatError: the byte offset where it was found. */
  readonly offset?: number;
  readonly isFormat: boolean;
  /** Of a LimitError: name and value of the limit. */
  readonly limit?: string;
  readonly value?: number;
}

/** What is to be told of an error in another thread. */
export function failureOf(error: unknown): ThreadFailure {
  if (!(error instanceof Error)) return { message: String(error), isFormat: false };
  const { message, stack, code } = error as Error & { code?: string };
  if (error instanceof LimitError) {
    const { limit, value, offset } = error;
    return { message, stack, code, offset, isFormat: true, limit, value };
  }
  if (error instanceof FormatError) return { message, stack, code, offset: error.offset, isFormat: true };
  return { message, stack, isFormat: false, ...(typeof code === 'string' ? { code } : {}) };
}

/** The error that was told of, with class, code and place, and the stack of the thread it was thrown in. */
export function errorOf({ message, stack, code, offset, isFormat, limit, value }: ThreadFailure): Error {
  const error =
    limit !== undefined
      ? Object.assign(new LimitError(limit, value!, ''), { message })
      : isFormat
        ? new FormatError(code!, message, offset)
        : Object.assign(new Error(message), code === undefined ? {} : { code });
  if (stack !== undefined) error.stack = stack;
  return error;
}
