export const OLDEST_RUNTIME: number;
export const root: string;
export const isCheckout: boolean;
export function runtime(): string | undefined;
