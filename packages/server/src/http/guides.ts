import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Type } from '@fieldbridge/contract';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import type { App } from './app.ts';
import { atFirstUse } from './first-use.ts';
import { docsNavigation, escapeHtml, FORM_HEADERS, htmlPage } from './html.ts';
import { headingOf, renderMarkdown } from './markdown.ts';

/** The guides: beside the bundled product, or in the sources. */
const FOLDERS = ['./docs/', '../../../../docs/'].map((path) => new URL(path, import.meta.url));
const HOME = 'README';
const HITS_SHOWN = 30;
const EXCERPT_LETTERS = 240;
const PLACE = '/docs/guides';
const CONFIG = { produces: ['text/html'] };
const Query = Type.Object({ q: Type.Optional(Type.String({ maxLength: 200 })) }, { additionalProperties: false });
const Name = Type.Object({ name: Type.String({ pattern: '^[\\w-]+$' }) });

const STYLE = `
body{max-width:52rem}
nav{margin-bottom:1rem}
form{display:flex;gap:.5rem;margin:0 0 1.5rem}
input,button{font:inherit;padding:.3rem .5rem;min-width:0}
input{flex:1;max-width:24rem}
pre,.wide{overflow-x:auto}
pre{background:rgba(128,128,128,.15);padding:.75rem;border-radius:4px}
pre code{overflow-wrap:normal}
table{border-collapse:collapse}
td,th{border:1px solid rgba(128,128,128,.5);padding:.3rem .5rem;text-align:left;vertical-align:top}
td code{overflow-wrap:normal}
h2{font-size:1.2rem;margin-bottom:.25rem}
h2 small{font-weight:400}
h2+p{margin-top:0}
:target{background:rgba(255,214,0,.3)}
@media(prefers-color-scheme:dark){a{color:#8ab8e6}}
`;

interface Section {
  readonly guide: string;
  readonly title: string;
  /** Fragment of the section's heading; empty for the page's own. */
  readonly id: string;
  readonly text: string;
}

interface Guide {
  readonly title: string;
  readonly text: string;
  readonly sections: readonly Section[];
}

/**
 * Adds the guides of docs/ below /docs/guides, with a search.
 * @param path below which a proxy serves the server; usually empty
 */
export function addGuides(app: App, path: string): void {
  const guides = atFirstUse(readGuides);
  const show = (title: string, body: string, q = ''): string => {
    const search = `<form role="search" action="${escapeHtml(path + PLACE)}"><input type="search" name="q" value="${escapeHtml(q)}" maxlength="200" aria-label="Search the guides" placeholder="Search the guides"><button>Search</button></form>`;
    return htmlPage(title, `${docsNavigation(path)}${search}<main>${body}</main>`, STYLE);
  };
  const page = (name: string): string => {
    const guide = guides().get(name);
    if (guide === undefined) throw new ProblemError('not-found', detailOf('There is no such guide.'));
    return show(
      guide.title,
      renderMarkdown(guide.text, (address) => linkOf(address, path, guides())),
    );
  };
  app.get(PLACE, { config: CONFIG, schema: { hide: true, querystring: Query } }, async (request, reply) => {
    const { q = '' } = request.query;
    reply.headers(FORM_HEADERS);
    const words = wordsOf(q);
    return words.length === 0 ? page(HOME) : show(`${q} – guides`, hitsPage(search(guides(), words), words, path), q);
  });
  app.get(`${PLACE}/:name`, { config: CONFIG, schema: { hide: true, params: Name } }, async (request, reply) => {
    const text = page(request.params.name);
    reply.headers(FORM_HEADERS);
    return text;
  });
}

function readGuides(): ReadonlyMap<string, Guide> {
  const folder = FOLDERS.find((url) => existsSync(new URL(`${HOME}.md`, url)));
  if (folder === undefined) throw new Error('The guides are missing: install the product again.');
  const names = readdirSync(folder).flatMap((file) => /^([\w-]+)\.md$/.exec(file)?.[1] ?? []);
  return new Map(names.map((name) => [name, readGuide(name, readFileSync(new URL(`${name}.md`, folder), 'utf8'))]));
}

function readGuide(name: string, text: string): Guide {
  const sections: Section[] = [];
  let fenced = false;
  let lines: string[] = [];
  let head = { title: name, id: '' };
  const end = () => sections.push({ guide: name, ...head, text: lines.join(' ') });
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) {
      fenced = !fenced;
      continue;
    }
    const heading = fenced ? undefined : headingOf(line);
    if (heading === undefined) lines.push(line);
    else {
      if (sections.length > 0 || lines.length > 0) end();
      head = { title: heading.title.replaceAll('`', ''), id: heading.level === 1 ? '' : heading.id };
      lines = [];
    }
  }
  end();
  return { title: sections[0]!.title, text, sections };
}

/** Where a link of a guide leads to: a guide, a place in this one, or another site. Sources are not served. */
function linkOf(address: string, path: string, guides: ReadonlyMap<string, Guide>): string | undefined {
  if (/^(?:https:\/\/|#)/.test(address)) return address;
  const [, name = '', fragment = ''] = /^([\w-]+)\.md(#[\w-]+)?$/.exec(address) ?? [];
  return guides.has(name) ? `${path}${PLACE}/${name}${fragment}` : undefined;
}

function wordsOf(query: string): string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 10);
}

/** Sections that have all the words, those with a word in the title first. */
function search(guides: ReadonlyMap<string, Guide>, words: readonly string[]): Section[] {
  const all = [...guides.values()].flatMap(({ sections }) => sections);
  const hits = all.filter(({ title, text }) => {
    const whole = `${title} ${text}`.toLowerCase();
    return words.every((word) => whole.includes(word));
  });
  const rank = ({ title }: Section) => words.filter((word) => title.toLowerCase().includes(word)).length;
  return hits.sort((a, b) => rank(b) - rank(a));
}

function hitsPage(hits: readonly Section[], words: readonly string[], path: string): string {
  const count = hits.length > HITS_SHOWN ? `The first ${HITS_SHOWN} of ${hits.length}` : String(hits.length);
  const shown = hits.slice(0, HITS_SHOWN).map(({ guide, title, id, text }) => {
    const href = escapeHtml(`${path}${PLACE}/${guide}${id === '' ? '' : `#${id}`}`);
    return `<section><h2><a href="${href}">${escapeHtml(title)}</a> <small>${guide}</small></h2><p>${excerpt(text, words)}</p></section>`;
  });
  const ending = hits.length === 1 ? 'section has' : 'sections have';
  return `<h1>Search</h1><p>${count} ${ending} all the words.</p>${shown.join('')}`;
}

/** The text around the first word, from a whole word to a whole word. */
function excerpt(text: string, words: readonly string[]): string {
  const plain = text
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/`|\*\*|---+/g, '')
    .replaceAll(/(?:\s|\\?\|)+/g, ' ')
    .trim();
  const at = Math.max(0, ...words.slice(0, 1).map((word) => plain.toLowerCase().indexOf(word)));
  const start = Math.max(0, at - EXCERPT_LETTERS / 2);
  const shown = plain.slice(start, start + EXCERPT_LETTERS);
  const begun = start === 0 ? shown : shown.replace(/^\S* /, '… ');
  return escapeHtml(start + EXCERPT_LETTERS >= plain.length ? begun : begun.replace(/ \S*$/, ' …'));
}
