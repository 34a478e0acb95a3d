export const OLDEST_RUNTIME: number;
export const root: string;
export const isCheckout: boolean;
export function runtime(): string | undefined;

/** The flags of a server. */
export const SERVER_FLAGS: readonly string[];

/** The flags of every other command. */
export const COMMAND_FLAGS: readonly string[];

/** Sets them in this process. */
export function setCommandFlags(): void;
