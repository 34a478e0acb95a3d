// Plain JavaScript on purpose: the build runs on the machine's own Node (20 or newer).
import { readFileSync } from 'node:fs';

/** An import of one of Node's own modules: of its default, of all in it, or of a list of names. */
const IMPORT = /^import (\w+|\* as \w+|\{[^{}]*\}) from '(node:[\w/]+)';$/gm;
const TYPE = /\btype \w+(?: as \w+)?,?/g;

/**
 * A source of ours that asks Node for its own modules instead of importing them. For an import Node reads every
 * property of such a module, which loads what is meant to be loaded late: with `node:fs` streams, promises and the
 * reading of lines. Places in the source stay.
 */
export function withoutBuiltinImports(text) {
  return text.replace(IMPORT, (_, names, module) => {
    const room = names.replace('* as ', '').replace(TYPE, '').replaceAll(' as ', ': ');
    return `var ${room} = process.getBuiltinModule('${module}');`;
  });
}

/**
 * A plugin of esbuild that gives it our sources so.
 * @param textOf the text of a source by its path, as it is written by default
 */
export function ourSources(textOf = (path) => readFileSync(path, 'utf8')) {
  const load = ({ path }) => ({ contents: withoutBuiltinImports(textOf(path)), loader: 'ts' });
  return { name: 'our sources', setup: ({ onLoad }) => onLoad({ filter: /\.ts$/ }, load) };
}
