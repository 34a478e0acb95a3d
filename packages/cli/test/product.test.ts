import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { wktByProj } from '@fieldbridge/formats/kit/crs/wkt.ts';
import { openWkt } from '@fieldbridge/formats/kit/crs/wkt-table.ts';
import { corpus } from '@fieldbridge/server/testing/conversion-client.ts';
import { findProduct } from '../../../tools/product.mjs';

// Parts of the bundled product that are loaded when they are first needed, and packages that read files beside their
// own: tests of the sources do not notice when the build leaves one out. Converters run here under their permissions.

const START = join(import.meta.dirname, '../../../tools/start.mjs');
const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-product-'));
let server: ChildProcess;
let url = '';
let log = '';
let conversion: Record<string, string>;
let weighing: { readonly headers: Record<string, string>; readonly locationId: string };

interface Caller {
  readonly clientId: string;
  readonly clientSecret: string;
}
const headersOf = ({ clientId, clientSecret }: Caller): Record<string, string> => ({
  'x-clientid': clientId,
  'x-clientsecret': clientSecret,
});

before(async () => {
  const words = ['serve', '--demo', '--port', '0', '--log-level', 'warn', '--data', folder];
  server = spawn(process.execPath, [START, ...words], { stdio: ['ignore', 'ignore', 'pipe'] });
  for await (const chunk of server.stderr!.iterator({ destroyOnReturn: false }))
    if (/listens at/.test((log += String(chunk)))) break;
  server.stderr!.on('data', (chunk: Buffer) => (log += chunk.toString()));
  url = /listens at (\S+)/.exec(log)![1]!;
  const demo = JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8')) as {
    conversion: Caller;
    weighing: Caller & { locationIds: string[] };
  };
  conversion = headersOf(demo.conversion);
  weighing = { headers: headersOf(demo.weighing), locationId: demo.weighing.locationIds[0]! };
});
after(async () => {
  server.kill('SIGTERM');
  await once(server, 'exit');
  rmSync(folder, { recursive: true });
});

async function convert(name: string, bytes: Buffer<ArrayBuffer>, to: string): Promise<Buffer<ArrayBuffer>> {
  const query = new URLSearchParams({ to, filename: name });
  const options = { method: 'POST', headers: conversion, body: new Blob([bytes]) };
  const answer = await fetch(`${url}/conversion/convert?${query}`, options);
  const content = Buffer.from(await answer.arrayBuffer());
  assert.equal(answer.status, 200, `${name} to ${to}: ${content.toString('utf8', 0, 1000)}\n${log}`);
  return content;
}

describe('a converter of the product', () => {
  const drawing = Buffer.from(
    [0, 'SECTION', 2, 'ENTITIES', 0, 'LINE', 8, 'KERB', 10, 1, 20, 2, 30, 3, 11, 4, 21, 5, 31, 6]
      .concat([0, 'POINT', 8, 'TREE', 10, 7, 20, 8, 30, 9, 0, 'ENDSEC', 0, 'EOF', ''])
      .join('\n'),
  );

  for (const format of ['csv', 'dgn', 'dwg', 'dxf', 'geojson', 'landxml', 'mjf', 'mjfzip', 'tp3'])
    test(`writes and reads ${format}`, async () => {
      const written = await convert('drawing.dxf', drawing, format);
      const { features } = JSON.parse((await convert(`a.${format}`, written, 'geojson')).toString()) as {
        features: [];
      };
      assert.ok(features.length > 0);
    });

  test('has the definitions of EPSG codes as PROJ gives them, so that a package needs no PROJ', async () => {
    const table = openWkt(join(dirname(await findProduct()), 'wkt.db'));
    for (const code of [4326, 7415, 25832, 2277, 3857])
      assert.equal(table.get(code)?.['wkt'], await wktByProj({ kind: 'epsg', code }), String(code));
  });

  test('begins with few files, since loading each costs a millisecond', async () => {
    const found = new Set<string>();
    const follow = (path: string): void => {
      if (found.has(path)) return;
      found.add(path);
      const text = readFileSync(path, 'utf8');
      for (const [, name] of text.matchAll(/^(?:import|export|\})[^'"\n]*["']\.\/([^"']+)["']/gm))
        follow(join(dirname(path), name!));
    };
    follow(join(dirname(await findProduct()), 'converter.mjs'));
    assert.ok(found.size >= 3 && found.size <= 12, [...found].join('\n'));
  });

  test('changes a reference system', async () => {
    const points = Buffer.from('name,easting,northing,elevation\n1,500000,5500000,100\n');
    const query = new URLSearchParams({ to: 'geojson', filename: 'points.csv', crs: '25832' });
    const options = { method: 'POST', headers: conversion, body: new Blob([points]) };
    const answer = await (await fetch(`${url}/conversion/convert?${query}`, options)).text();
    assert.match(answer, /"coordinates": ?\[\s*(9|8\.99999\d*|9\.00000\d*),\s*49\.65/, answer);
  });

  for (const [name, path] of [
    ['DWG by the library', 'dwg/sample_AC1032.dwg'],
    ['DGN V8', 'dgn/v8/test_dgnv8.dgn'],
    ['iModel', 'imodel/test.bim'],
    ['PDF', 'pdf/issue6127.pdf'],
  ] as const)
    test(`reads a real file of ${name}`, async () => {
      const written = await convert(path, corpus(path) as Buffer<ArrayBuffer>, 'geojson');
      assert.match(written.toString('utf8', 0, 200), /FeatureCollection/);
    });
});

describe('a server of the product', () => {
  test('serves the reference with its script, and the documents it shows', async () => {
    for (const [path, text] of [
      ['/docs/', /scalar/],
      ['/docs/js/scalar.js', /function/],
      ['/weighing/openapi.json', /"openapi":"3/],
      ['/conversion/openapi.json', /"openapi":"3/],
    ] as const) {
      const answer = await fetch(url + path);
      assert.equal(answer.status, 200, path);
      assert.match(await answer.text(), text, path);
    }
  });

  test('takes tickets and says what is wrong with one', async () => {
    const send = async (ticket: object): Promise<Response> =>
      fetch(`${url}/weighing-sandbox/v2/weighing`, {
        method: 'POST',
        headers: { ...weighing.headers, 'content-type': 'application/json' },
        body: JSON.stringify(ticket),
      });
    const { locationId } = weighing;
    const nettWeight = { quantity: 25.4, unit: 't' };
    assert.equal((await send({ locationId, externalId: 'T-1', nettWeight })).status, 201);
    const wrong = await send({ locationId, externalId: 'T-2', nettWeigth: nettWeight });
    assert.equal(wrong.status, 422);
    assert.match(await wrong.text(), /Did you mean \\"nettWeight\\"/);
  });

  test('takes resumable uploads', async () => {
    const headers = { ...conversion, 'tus-resumable': '1.0.0', 'upload-length': '3' };
    const answer = await fetch(`${url}/conversion/uploads`, { method: 'POST', headers });
    assert.equal(answer.status, 201, await answer.text());
  });

  test('lists the formats and refuses a file that no format reads', async () => {
    const listed = await fetch(`${url}/conversion/formats`, { headers: conversion });
    assert.ok(((await listed.json()) as []).length > 10);
    const query = new URLSearchParams({ to: 'dxf', filename: 'a.bin' });
    const options = { method: 'POST', headers: conversion, body: new Blob([Buffer.from([0, 1, 2, 3, 255])]) };
    const refused = await fetch(`${url}/conversion/convert?${query}`, options);
    assert.equal(((await refused.json()) as { code: string }).code, 'format-unknown');
  });
});
