import type { Plugin } from 'esbuild';

/** A source of ours that asks Node for its own modules instead of importing them. */
export function withoutBuiltinImports(text: string): string;

/** A plugin of esbuild that gives it our sources so. @param textOf the text of a source by its path */
export function ourSources(textOf?: (path: string) => string): Plugin;
