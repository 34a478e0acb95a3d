export const OLDEST_RUNTIME: number;
export const root: string;
export const isCheckout: boolean;
export function runtime(): string | undefined;

/** The flags of a server. */
export const SERVER_FLAGS: readonly string[];
