/** A source of ours that asks Node for its own modules instead of importing them. */
export function withoutBuiltinImports(text: string): string;
