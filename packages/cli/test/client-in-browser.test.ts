import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { startTestServer, type TestServer } from '@fieldbridge/server/testing/server.ts';
import { missingChromium, PATIENCE_MS, startBrowser } from '@fieldbridge/viewer/testing/browser.ts';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';

// The client library in a page of another origin, as a program of an integrator loads it.

const ENTRY = join(import.meta.dirname, '../../client/src/index.ts');
const skip = missingChromium() ?? false;

describe('the client in a browser, against a server with CORS', { skip }, () => {
  let pages: Server;
  let server: TestServer;
  let closed: TestServer;
  let browser: Browser;
  let page: Page;
  before(async () => {
    const { outputFiles } = await build({
      ...{ entryPoints: [ENTRY], bundle: true, minify: true, format: 'esm', platform: 'browser', target: 'es2022' },
      write: false,
    });
    const script = outputFiles[0]!.text;
    pages = createServer((request, response) => {
      const isScript = request.url === '/client.js';
      response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' });
      response.end(isScript ? script : '<!doctype html><title>page of an integrator</title>');
    }).listen(0, '127.0.0.1');
    await once(pages, 'listening');
    const origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
    server = await startTestServer({ corsOrigins: origin });
    closed = await startTestServer({ interfaces: 'project' });
    browser = await startBrowser();
    page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(`${origin}/`);
  });
  after(async () => {
    await browser.close();
    await server[Symbol.asyncDispose]();
    await closed[Symbol.asyncDispose]();
    pages.close();
  });

  /** Runs a function in the page, with the client library, an address and credentials. */
  function inPage<T>(
    { url, demo }: TestServer,
    work: (library: typeof import('@fieldbridge/client'), options: Options) => Promise<T>,
  ): Promise<T> {
    const { project, weighing, conversion } = demo;
    const options: Options = { baseUrl: url, environment: 'sandbox', ...project, weighing, conversion };
    return page.evaluate(`import('/client.js').then((library) => (${work})(library, ${JSON.stringify(options)}))`);
  }

  test('gets a token, keeps it for the next request, and lists divisions', async () => {
    const result = await inPage(server, async ({ Fieldbridge }, options) => {
      const grants: string[] = [];
      const { divisions } = new Fieldbridge({
        ...options,
        hooks: { token: ({ grant }) => void grants.push(grant) },
      }).project;
      const [first] = await divisions.list();
      return { grants, first, again: await divisions.get(first!.id) };
    });
    assert.deepEqual(result.grants, ['client']);
    assert.equal(result.first!.abbreviation, 'GW');
    assert.deepEqual(result.again, result.first);
  });

  test('changes a project of the version that it has read: the ETag is readable', async () => {
    const result = await inPage(server, async ({ Fieldbridge, PreconditionFailedError }, options) => {
      const { projects, project } = new Fieldbridge(options);
      const [division] = await project.divisions.list();
      const { id } = await projects.create({ divisionId: division!.id, number: '1', name: 'Ring road' });
      const { etag } = await projects.get(id);
      const { value } = await projects.update(id, { name: 'Ring road north' }, { ifMatch: etag });
      const late = await projects.update(id, { name: 'South' }, { ifMatch: etag }).catch((error: unknown) => error);
      return { name: value.name, isRefused: late instanceof PreconditionFailedError };
    });
    assert.deepEqual(result, { name: 'Ring road north', isRefused: true });
  });

  test('sends a ticket, and knows the same ticket again', async () => {
    const result = await inPage(server, async ({ Fieldbridge, TicketExistsError }, options) => {
      const { tickets } = new Fieldbridge(options);
      const [bridge] = await Array.fromAsync(tickets.locations());
      const ticket = { locationId: bridge!.locationId, externalId: 'B-1', nettWeight: { quantity: 25.4, unit: 't' } };
      const { uuid } = await tickets.create(ticket);
      const error = await tickets.create(ticket).catch((one: unknown) => one);
      const found = (await tickets.list({ externalId: 'B-1' })).items.length;
      const same = error instanceof TicketExistsError && error.identical === true && error.uuid === uuid;
      return { found, same };
    });
    assert.deepEqual(result, { found: 1, same: true });
  });

  test('converts a File, and a job made of it by events, with progress', async () => {
    const result = await inPage(server, async ({ Fieldbridge }, options) => {
      const { jobs } = new Fieldbridge(options);
      const file = new File(['name,northing,easting,elevation\nA,1,2,3\nB,2,3,4\n'], 'points.csv');
      const converted = await jobs.convert(file, { to: 'geojson' });
      const { features } = JSON.parse(await converted.text()) as { features: object[] };
      const sent: number[] = [];
      const { jobId } = await jobs.upload(file, { onProgress: (bytes) => void sent.push(bytes) });
      const status = await jobs.waitFor(jobId);
      const csv = await (await jobs.download(jobId, 'csv')).text();
      await jobs.delete(jobId);
      const lines = csv.trim().split('\n').length;
      return { features: features.length, name: converted.filename, sent: sent.at(-1), size: file.size, status, lines };
    });
    assert.equal(result.features, 2);
    assert.match(result.name ?? '', /\.geojson$/);
    assert.equal(result.sent, result.size);
    assert.equal(result.status.result, 'success');
    assert.equal(result.lines, 3);
  });

  test('a server that is not open to the page: one error that says it cannot be reached', async () => {
    const result = await inPage(closed, async ({ Fieldbridge, NetworkError }, options) => {
      const { divisions } = new Fieldbridge({ ...options, repetition: { attempts: 1 } }).project;
      const error = await divisions.list().catch((one: unknown) => one);
      return { isNetwork: error instanceof NetworkError, message: (error as Error).message };
    });
    assert.deepEqual([result.isNetwork, /secret|token=/.test(result.message)], [true, false]);
  });
});

interface Options {
  readonly baseUrl: string;
  readonly environment: 'sandbox';
  readonly clientId: string;
  readonly clientSecret: string;
  readonly weighing: { readonly clientId: string; readonly clientSecret: string };
  readonly conversion: { readonly clientId: string; readonly clientSecret: string };
}
