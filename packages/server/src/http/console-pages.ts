import { type ConsoleFiles, consoleFiles, scriptsOf } from '@fieldbridge/console/serve/files.ts';
import { type TileMap, tileOrigins } from '@fieldbridge/view-wire';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import type { App } from './app.ts';
import { escapeHtml } from './html.ts';
import { pageElsewhere } from './page-address.ts';

/** Where the pages are: the first part of their paths. The script decides what is there. */
const PLACES = [
  'jobs',
  'tickets',
  'projects',
  'people',
  'desk',
  'system',
  'developer',
  'me',
  'shared',
  'welcome',
  'sign-in',
] as const;
const ASSETS = '/console/assets';
const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

/** Nothing from elsewhere but tiles of maps, no inline script, and no text that becomes a script. */
const headersFor = (maps: readonly TileMap[]) => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-cache',
  'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src ${["'self'", ...new Set(maps.flatMap(({ address }) => tileOrigins(address)))].join(' ')}; base-uri 'self'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  'cross-origin-opener-policy': 'same-origin',
});

/** What the pages are about. */
export interface ConsoleSite {
  readonly version: string;
  readonly supportEmail: string;
  /** Path below which a proxy serves the server; usually empty. */
  readonly path: string;
  /** Addresses of the interfaces by name; those that are not served are missing. */
  readonly interfaces: Readonly<Record<string, string>>;
  /** Maps that the viewer offers. */
  readonly maps: readonly TileMap[];
}

type Send = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * Adds the console: its files below /console/assets, and its page at every address that its script knows.
 * @param isNamed whether the server has a public address that was chosen; otherwise pages of 127.0.0.1 are at localhost
 * @returns what sends the page, for the front page
 */
export function addConsole(app: App, site: ConsoleSite, isNamed: boolean): Send {
  const headers = headersFor(site.maps);
  const send: Send = async (request, reply) => {
    const elsewhere = isNamed ? undefined : pageElsewhere(request.protocol, request.host, request.url);
    if (elsewhere !== undefined) return reply.redirect(elsewhere);
    return reply.headers(headers).send(pageOf(await consoleFiles(), site, request.url));
  };
  const config = { produces: ['text/html'] };
  for (const place of PLACES)
    for (const path of [`/${place}`, `/${place}/*`]) app.get(path, { config, schema: { hide: true } }, send);
  app.get(
    `${ASSETS}/:name`,
    { config: { produces: ['*/*'] }, schema: { hide: true } },
    async (request: FastifyRequest<{ Params: { name: string } }>, reply) => {
      const accepted = new Set(
        String(request.headers['accept-encoding'] ?? '').match(/\b(?:br|gzip)\b(?!;\s*q=0(?![.\d]))/g),
      );
      const { name } = request.params;
      const file = (await consoleFiles()).find(name, accepted);
      if (file === undefined) throw new ProblemError('not-found', detailOf('There is no such file of the console.'));
      reply.headers({ 'cache-control': 'public, max-age=31536000, immutable', vary: 'Accept-Encoding' });
      if (file.encoding !== undefined) reply.header('content-encoding', file.encoding);
      return reply.type(TYPES[name.split('.').at(-1)!] ?? 'application/octet-stream').send(file.bytes);
    },
  );
  return send;
}

function pageOf({ index }: ConsoleFiles, site: ConsoleSite, url: string): string {
  const path = url.replace(/\?.*/s, '');
  const base = escapeHtml(`${site.path}/`);
  const at = (name: string) => escapeHtml(`${site.path}${ASSETS}/${name}`);
  const { operator } = site.interfaces;
  const form =
    operator === undefined
      ? ''
      : ` and the <a href="${escapeHtml(`${operator}/v1/access-requests/form`)}">form to ask for access</a>`;
  const data = JSON.stringify(site).replaceAll('<', '\\u003c');
  const preloads = scriptsOf(index, path).map((name) => `<link rel="modulepreload" href="${at(name)}">`);
  // What a job's page waits for is on its way beside its scripts.
  for (const address of dataOf(site, path, url.slice(path.length)))
    preloads.push(`<link rel="preload" as="fetch" crossorigin href="${escapeHtml(address)}">`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">
<base href="${base}"><title>Fieldbridge</title><meta name="color-scheme" content="light dark">
<link rel="icon" href="${base}favicon.ico"><link rel="stylesheet" href="${at(index.style)}">${preloads.join('')}
<script type="module" src="${at(index.script)}"></script></head>
<body><div id="app"><noscript>This page needs JavaScript. The interfaces, the <a href="${base}docs/guides">guides</a>${form} do not.</noscript></div>
<script type="application/json" id="site">${data}</script></body></html>
`;
}

/** What the page of a job asks for first: who is signed in, and what there is to draw. */
function dataOf({ interfaces }: ConsoleSite, path: string, query: string): string[] {
  const { console, conversion } = interfaces;
  const [, jobId] = /^\/jobs\/([0-9a-f]{8}-[0-9a-f-]{27})$/i.exec(path) ?? [];
  // Its other tabs draw nothing.
  if (jobId === undefined || new URLSearchParams(query).has('tab')) return [];
  if (console === undefined || conversion === undefined) return [];
  return [`${console}/session`, `${conversion}/job/${jobId}/view`];
}
