import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MERCATOR_HALF, tileFault, tileMapOf, tileOrigins, tileUrl } from './tile-map.ts';

for (const [address, url] of [
  ['https://t.example/{z}/{x}/{y}.png', 'https://t.example/5/17/10.png'],
  ['https://t.example/{z}/{x}/{-y}.png?key=1', 'https://t.example/5/17/21.png?key=1'],
  ['https://{s}.t.example/{z}/{x}/{y}.png', 'https://a.t.example/5/17/10.png'],
  ['https://t{1-4}.example/{z}/{x}/{y}', 'https://t4.example/5/17/10'],
  ['http://127.0.0.1:99/{Z}/{X}/{Y}', 'http://127.0.0.1:99/5/17/10'],
  [
    'https://w.example/wmts/layer/WEBMERCATOR/{TileMatrix}/{TileRow}/{TileCol}.jpeg',
    'https://w.example/wmts/layer/WEBMERCATOR/5/10/17.jpeg',
  ],
  [
    'https://w.example/?request=GetTile&TILEMATRIX=EPSG:3857:{tilematrix}&TILEROW={tilerow}&TILECOL={tilecol}',
    'https://w.example/?request=GetTile&TILEMATRIX=EPSG:3857:5&TILEROW=10&TILECOL=17',
  ],
] as const)
  test(`a tile of ${address}`, () => {
    assert.equal(tileFault(address), undefined);
    assert.equal(tileUrl(address, 5, 17, 10), url);
  });

for (const [version, system] of [
  ['1.3.0', 'CRS'],
  ['1.1.1', 'SRS'],
] as const)
  test(`a tile of a WMS ${version} is a picture of its box`, () => {
    const url = new URL(tileUrl(`https://w.example/ows?map=a&Version=${version}&layers=a,b&crs=x&bbox=1`, 1, 1, 0));
    const [one, other] = system === 'CRS' ? ['CRS', 'SRS'] : ['SRS', 'CRS'];
    const { searchParams: of } = url;
    assert.deepEqual([of.get('map'), of.get('layers'), of.get('FORMAT')], ['a', 'a,b', 'image/png']);
    assert.deepEqual([of.get(one), of.get(other), of.get('bbox'), of.get('WIDTH')], ['EPSG:3857', null, null, '256']);
    assert.deepEqual(of.get('BBOX')!.split(',').map(Number), [0, 0, MERCATOR_HALF, MERCATOR_HALF]);
  });

test('origins are those of all hosts', () => {
  assert.deepEqual(tileOrigins('https://{s}.t.example:8443/{z}/{x}/{y}'), [
    ...['https://a.t.example:8443', 'https://b.t.example:8443', 'https://c.t.example:8443'],
  ]);
});

for (const [address, fault] of [
  ['t.example/{z}/{x}/{y}', /begins with https/],
  ['javascript:alert(1)//{z}/{x}/{y}', /begins with https/],
  ['https://', /begins with https/],
  ['https://me:word@t.example/{z}/{x}/{y}', /no user name/],
  ["https://a.example;script-src'/{z}/{x}/{y}", /no user name|begins with/],
  ['https://t.example/{z}/{x}', /has \{z\}, \{x\} and \{y\}/],
  ['https://t.example/{z}/{x}/{y}?key={key}', /fill in for \{key\}/],
  ['https://w.example/?service=WMS', /layers=/],
  [`https://t.example/{z}/{x}/{y}?${'a'.repeat(2000)}`, /begins/],
] as const)
  test(`${address.slice(0, 60)} cannot be used`, () => assert.match(tileFault(address)!, fault));

test('a map is written as name, address and attribution', () => {
  assert.deepEqual(tileMapOf(' Streets | https://t.example/{z}/{x}/{y} | © They | and others '), {
    ...{ name: 'Streets', address: 'https://t.example/{z}/{x}/{y}', attribution: '© They | and others' },
  });
  assert.match(String(tileMapOf('https://t.example/{z}/{x}/{y}')), /NAME\|ADDRESS/);
  assert.match(String(tileMapOf('a|b')), /begins with/);
});
