import { NetworkError } from '@fieldbridge/client/transport/errors.ts';

/**
 * Asks the console's own server.
 * @throws NetworkError if it cannot be reached, the reason of the signal
 */
export async function reach(address: string, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch (error) {
    // Each browser has other words for it.
    throw error instanceof TypeError ? new NetworkError('unreachable', error.message, error) : error;
  }
}

/** Whether code could not be fetched that is loaded when it is needed: of another version, or out of reach. */
export function isPartMissing(error: unknown): boolean {
  return (
    error instanceof TypeError && /dynamically imported module|Importing a module script failed/.test(error.message)
  );
}
