import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';

/**
 * Phrases that mark a sentence as translated, each with what to write instead. They are looked for in whole files, code
 * included, because identifiers should not use them either. A space stands for any white space and comment markers, so
 * that a phrase broken across two lines is found. Only phrases that are hardly ever right belong here.
 */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\btold\b(?![ -]apart)/gi, 'reported, known, recognised, passed'],
  [/\btells? of\b/gi, 'reports, shows'],
  [/\b(?:is|are|was|were) none\b(?! of\b)/gi, 'there is no …, … is missing'],
  [/\bwhoever\b/gi, 'name the caller, the reader, the user'],
  [/\bwhose is\b/gi, 'whose … is'],
  [/\b(?:is|are) said of\b/gi, 'describe it directly'],
  [/\bto be had\b/gi, 'available'],
  [/\blets who\b/gi, 'name who it is'],
  [/\bby turns\b/gi, 'alternately, in rounds'],
  [/\bwithout a word\b/gi, 'silently'],
  [/\bgoes along\b/gi, 'is passed on'],
  [/\bstands? (?:in|there|on|behind|before|at|beside|under)\b/gi, 'is in, is on, precedes, follows'],
  [/\banew\b/gi, 'again, from the start'],
  [/(?<!# )\bWhat (?:is|was|comes|goes) (?![^.]*\?)/g, 'name the thing'],
];

/** Longest line of a comment or of running text. */
const LINE_LENGTH = 120;

/** Written by tools/write-docs.ts: a paragraph is one line. */
const GENERATED: readonly string[] = ['docs/issues.md', 'docs/problems.md', 'docs/settings.md'];

/** These files quote the phrases. */
const QUOTING: readonly string[] = ['tools/prose.ts', 'tools/prose.test.ts'];

const ROOMS: readonly string[] = ['packages', 'tools', 'bench', 'docs'];

/** Sources and Markdown of the project, as paths below the root with forward slashes. */
function* files(root: string, folder = root): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      const part = folder !== root || ROOMS.includes(entry.name);
      if (part && entry.name !== 'node_modules' && entry.name !== 'dist') yield* files(root, path);
    } else if (/\.(?:ts|mjs|md)$/.test(entry.name)) yield relative(root, path).replaceAll(sep, '/');
  }
}

/** Numbers (from 0) of the lines that are too long: comments in sources, running text in Markdown. */
function* tooLong(path: string, lines: readonly string[]): Generator<number> {
  const markdown = path.endsWith('.md');
  let fenced = false;
  for (const [i, line] of lines.entries()) {
    if (markdown && line.trimStart().startsWith('```')) fenced = !fenced;
    if (line.length <= LINE_LENGTH) continue;
    // A link cannot be broken, and neither can a row of a table.
    const text = line.replace(/\]\([^)]*\)|<?https?:\/\/\S+/g, '');
    const prose = markdown ? !fenced && !line.startsWith('|') : /^\s*(?:\/\/|\/?\*)|[;,{}] \/\/ /.test(line);
    if (prose && text.length > LINE_LENGTH) yield i;
  }
}

/**
 * Checks the English of a tree.
 * @param root the project's folder, or one like it
 * @returns how many files were checked, and a sentence for each fault
 */
export function checkProse(root: string): { readonly checked: number; readonly faults: readonly string[] } {
  const faults: string[] = [];
  let checked = 0;
  for (const path of files(root)) {
    if (QUOTING.includes(path)) continue;
    checked++;
    const text = readFileSync(join(root, path), 'utf8');
    // Comment markers at the start of a line become white space of the same length, so that positions stay.
    const prose = text.replace(/^[ \t]*(?:\/\/|\*)/gm, (marker) => ' '.repeat(marker.length));
    for (const [phrase, instead] of PHRASES) {
      const spaced = new RegExp(phrase.source.replaceAll(' ', '\\s+'), `${phrase.flags}m`);
      for (const { index, 0: found } of prose.matchAll(spaced)) {
        const line = text.slice(0, index).split('\n').length;
        faults.push(
          `${path}:${line}: "${found.replace(/\s+/g, ' ').trim()}" is not how an engineer says it (${instead})`,
        );
      }
    }
    if (!GENERATED.includes(path))
      for (const i of tooLong(path, text.split('\n')))
        faults.push(`${path}:${i + 1}: longer than ${LINE_LENGTH} characters`);
  }
  if (checked === 0) faults.push('no file was checked: the check itself is broken');
  return { checked, faults };
}

if (import.meta.main) {
  // Another folder is checked if one is named.
  const { checked, faults } = checkProse(resolve(process.argv[2] ?? join(import.meta.dirname, '..')));
  if (faults.length === 0) console.log(`${checked} files in plain English`);
  else {
    console.error(faults.join('\n'));
    process.exitCode = 1;
  }
}
