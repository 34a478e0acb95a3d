import { negotiate } from './accept.ts';
import type { App } from './app.ts';
import { addVary } from './cors.ts';
import { escapeHtml, htmlPage, PAGE_HEADERS } from './html.ts';
import type { InterfaceDocument } from './interface-document.ts';

const OFFERS = ['application/json', 'text/html'];

/** What the front page says about the server. */
export interface FrontPage {
  readonly version: string;
  readonly supportEmail: string;
  readonly documents: readonly InterfaceDocument[];
  /** Path below which a proxy serves the server; usually empty. */
  readonly path: string;
}

/**
 * Answers `GET /` if nothing else does: what this server is and where its interfaces are, for people and for programs.
 */
export function addFrontPage(app: App, { version, supportEmail, documents, path }: FrontPage): void {
  if (app.hasRoute({ method: 'GET', url: '/' })) return;
  const interfaces = documents.map(({ title, description, servers, paths }) => ({
    title,
    description,
    addresses: servers.flatMap(addressesOf).map((address) => path + address),
    openapi: path + paths[0]!,
  }));
  const pages = documents
    .flatMap((document) => document.pages ?? [])
    .map((page) => ({ ...page, path: path + page.path }));
  const summary = {
    name: 'Fieldbridge',
    version,
    reference: `${path}/docs/`,
    guides: `${path}/docs/guides`,
    problems: `${path}/docs/problems`,
    health: `${path}/health/ready`,
    supportEmail,
    pages,
    interfaces,
  };
  const json = `${JSON.stringify(summary, null, 2)}\n`;
  const html = pageOf(summary);
  app.get('/', { config: { produces: OFFERS }, schema: { hide: true } }, async (request, reply) => {
    addVary(reply, 'Accept');
    if (negotiate(request.headers.accept, OFFERS) === 'text/html') return reply.headers(PAGE_HEADERS).send(html);
    return reply.type('application/json; charset=utf-8').send(json);
  });
}

/** The addresses of a document's server entry, with its variables filled in. */
function addressesOf({ url, variables = {} }: InterfaceDocument['servers'][number]): string[] {
  return Object.entries(variables).reduce(
    (urls, [name, { default: usual, enum: values = [usual] }]) =>
      urls.flatMap((one) => values.map((value) => one.replace(`{${name}}`, value))),
    [url],
  );
}

function pageOf(summary: {
  readonly name: string;
  readonly version: string;
  readonly supportEmail: string;
  readonly reference: string;
  readonly guides: string;
  readonly problems: string;
  readonly health: string;
  readonly pages: readonly { title: string; path: string }[];
  readonly interfaces: readonly { title: string; description: string; addresses: string[]; openapi: string }[];
}): string {
  const { name, version, supportEmail, reference, guides, problems, health, pages, interfaces } = summary;
  const sections = interfaces.map(({ title, description, addresses, openapi }) => {
    const places = addresses.map((address) => `<code>${escapeHtml(address)}</code>`).join(', ');
    const link = `<a href="${escapeHtml(openapi)}">openapi.json</a>`;
    return `<h2>${escapeHtml(title)}</h2><p>${escapeHtml(description)}</p><p>${places} – ${link}</p>`;
  });
  const links = [
    [guides, 'guides'],
    [reference, 'reference'],
    [problems, 'problem codes'],
    [health, 'health'],
    ...pages.map(({ title, path }) => [path, title]),
  ].map(([address, title]) => `<a href="${escapeHtml(address!)}">${escapeHtml(title!)}</a>`);
  const support = `Credentials and help: ${escapeHtml(supportEmail)}`;
  return htmlPage(name, `<h1>${name} ${version}</h1><p>${links.join(', ')}</p>${sections.join('')}<p>${support}</p>`);
}
