import { NetworkError } from '@fieldbridge/client/transport/errors.ts';

/**
 * Asks the console's own server.
 * @throws NetworkError if it cannot be reached, the reason of the signal
 */
export async function reach(address: string, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch (error) {
    // Each browser words it differently.
    throw error instanceof TypeError ? new NetworkError('unreachable', error.message, error) : error;
  }
}

/** Whether code that is loaded on demand could not be fetched: it is of another version, or unreachable. */
export function isPartMissing(error: unknown): boolean {
  return (
    error instanceof TypeError && /dynamically imported module|Importing a module script failed/.test(error.message)
  );
}
