import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { ConversionClient } from '../testing/conversion-client.ts';
import { callDesk } from '../testing/desk.ts';
import { holdConverters } from '../testing/hold-converters.ts';
import { freePort, PROXIES, startProxy } from '../testing/proxy.ts';
import { arrivals, startTestServer, type TestServer } from '../testing/server.ts';
import { ticket, weighingCaller } from '../testing/weighing.ts';

// The examples for proxies, with the proxies themselves in front of a server.

const ROOT = join(import.meta.dirname, '../../..');
/** More than nginx accepts by default. */
const LARGE = 3_000_000;

test('docs/proxies.md shows the examples as they are', () => {
  const page = readFileSync(join(ROOT, 'docs/proxies.md'), 'utf8');
  for (const { file } of PROXIES)
    assert.ok(page.includes(`\n${readFileSync(join(ROOT, 'examples/proxy', file), 'utf8')}\`\`\`\n`), file);
});

for (const kind of PROXIES) {
  const version = kind.version();
  const skip = version === undefined && `${kind.name} is not installed: its example is not tried`;
  describe(`behind ${kind.name}`, { skip }, () => {
    let server: TestServer;
    let proxy: AsyncDisposable;
    /** The public URL. */
    let url: string;
    let client: ConversionClient;
    before(async () => {
      const port = await freePort();
      url = `http://127.0.0.1:${port}/bridge`;
      server = await startTestServer({ publicUrl: url, trustedProxies: '127.0.0.1', converters: 1 });
      proxy = await startProxy(kind, port, server.port);
      client = new ConversionClient(url, server.demo.conversion);
    });
    after(async () => {
      await proxy[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    });

    test('links and addresses have the path of the public URL, and lead back through the proxy', async () => {
      const { locationIds } = server.demo.weighing;
      const sent = await weighingCaller(url, server.demo.weighing)('POST', '/weighing', ticket(locationIds[0]!, 'P-1'));
      assert.equal(sent.status, 201, sent.text);
      const { clientId, clientSecret } = server.demo.weighing;
      const headers = { 'x-clientid': clientId, 'x-clientsecret': clientSecret };
      const location = new URL(sent.headers.get('location')!, url);
      assert.match(location.pathname, /^\/bridge\/weighing-sandbox\//);
      assert.equal((await fetch(location, { headers })).status, 200);
      const document = (await (await fetch(`${url}/conversion/openapi.json`)).json()) as { servers: { url: string }[] };
      assert.equal(document.servers[0]!.url, '/bridge/conversion');
      const home = await fetch(`${url}/`, { headers: { accept: 'text/html' } });
      assert.match(await home.text(), /href="\/bridge\/console\/assets/);
    });

    test('the address of a caller is the real one, whatever the caller claims', async () => {
      const { hostname, port } = new URL(url);
      const wrong = request({
        ...{ hostname, port, path: '/bridge/operator/v1/organisations', localAddress: '127.0.0.2' },
        headers: { authorization: 'Bearer wrong', 'x-forwarded-for': '203.0.113.9' },
      }).end();
      const [answer] = (await once(wrong, 'response')) as [IncomingMessage];
      answer.resume();
      assert.equal(answer.statusCode, 401);
      const { items } = (await callDesk(server, 'GET', '/audit?limit=1')).body;
      assert.deepEqual([items[0].action, items[0].details.address], ['operator.key-refused', '127.0.0.2']);
    });

    test('an upload reaches the server while it is sent, and may be large', async () => {
      const { jobId } = await client.createJob();
      const arrived = arrivals(server, 1);
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      const writer = writable.getWriter();
      const sent = client.send('PUT', `/job/${jobId}/csv?filename=a.csv`, readable);
      await writer.write(Buffer.from('name,northing,easting,elevation\n'));
      await arrived;
      for (let i = 0, bytes = 0; bytes < LARGE; i++) {
        const lines = Array.from({ length: 1000 }, (_, k) => `P${i * 1000 + k},${k}.5,${i}.25,1\n`).join('');
        bytes += lines.length;
        await writer.write(Buffer.from(lines));
      }
      await writer.close();
      assert.equal((await sent).status, 202);
      assert.equal((await client.lastImport(jobId)).result, 'success');
    });

    test('a resumable upload begins, continues after a break, and is found by its address', async () => {
      const tus = { 'tus-resumable': '1.0.0' };
      const begun = await client.send('POST', '/uploads', null, { ...tus, 'upload-length': String(2 * LARGE) });
      assert.equal(begun.status, 201, begun.text);
      const location = new URL(begun.headers.get('location')!, url);
      assert.match(location.pathname, /^\/bridge\/conversion\/uploads\//);
      for (const offset of [0, LARGE]) {
        const part = await fetch(location, {
          method: 'PATCH',
          headers: {
            ...{ ...client.headers, ...tus, 'upload-offset': String(offset) },
            'content-type': 'application/offset+octet-stream',
          },
          body: new Uint8Array(LARGE),
        });
        assert.deepEqual([part.status, part.headers.get('upload-offset')], [204, String(offset + LARGE)]);
      }
    });

    test('an event of a stream arrives before the stream ends', async () => {
      const { jobId } = await client.createJob();
      using converters = holdConverters(server.directory, 'long.csv', 'asked');
      const lines = Array.from({ length: 9000 }, (_, i) => `P${i},${i},${i},1`);
      await client.append(jobId, 'csv', `name,northing,easting,elevation\n${lines.join('\n')}`, 'long.csv');
      await converters.held(1);
      const headers = { ...client.headers, accept: 'text/event-stream' };
      const stream = await fetch(`${client.base}/job/${jobId}/status`, { headers });
      const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
      const first = await reader.read();
      assert.match(String(first.value), /^event: status\ndata: .*"running"/);
      converters.release();
      let rest = '';
      for (let part = await reader.read(); !part.done; part = await reader.read()) rest += part.value;
      assert.match(rest, /"state":"idle"/);
    });

    test('the figures stay behind the proxy', async () => {
      assert.equal((await fetch(`${url}/metrics`)).status, 404);
      assert.equal((await fetch(`${server.url}/metrics`)).status, 200);
    });
  });
}
