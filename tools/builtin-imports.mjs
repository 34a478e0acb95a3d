// Plain JavaScript on purpose: the build runs on the machine's own Node (20 or newer).
import { readFileSync } from 'node:fs';

/** An import of one of Node's own modules: of its default, its namespace, or a list of names. */
const IMPORT = /^import (\w+|\* as \w+|\{[^{}]*\}) from '(node:[\w/]+)';$/gm;
const TYPE = /\btype \w+(?: as \w+)?,?/g;

/**
 * A source of ours that gets Node's own modules by a call instead of importing them. For an import Node reads every
 * property of such a module, which loads lazy parts: with `node:fs` streams, promises and readline. Positions in the
 * source do not change.
 */
export function withoutBuiltinImports(text) {
  return text.replace(IMPORT, (_, names, module) => {
    const room = names.replace('* as ', '').replace(TYPE, '').replaceAll(' as ', ': ');
    return `var ${room} = process.getBuiltinModule('${module}');`;
  });
}

/**
 * A plugin that passes our sources to esbuild in this form.
 * @param textOf the text of a source by its path, as it is written by default
 */
export function ourSources(textOf = (path) => readFileSync(path, 'utf8')) {
  const load = ({ path }) => ({ contents: withoutBuiltinImports(textOf(path)), loader: 'ts' });
  return { name: 'our sources', setup: ({ onLoad }) => onLoad({ filter: /\.ts$/ }, load) };
}
