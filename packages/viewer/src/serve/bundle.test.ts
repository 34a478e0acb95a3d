import assert from 'node:assert/strict';
import { it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { viewerScript } from './bundle.ts';
import { servedPage, wholePage } from './page.ts';

it('the viewer is at most 40 kB, compressed', async () => {
  const size = gzipSync(await viewerScript()).length;
  assert.ok(size > 10_000 && size <= 40_000, `${size} bytes`);
});

it('a page holds names and scripts as text, whatever is in them', () => {
  const page = wholePage(
    { version: 1, name: '<b>"&', revision: '1' },
    'x = "</script>"',
    new Map([['segment', Uint8Array.of(1)]]),
  );
  assert.ok(
    page.includes('<title>&lt;b&gt;&quot;&amp;</title>') &&
      page.includes('id="view/segment">AQ==') &&
      page.includes('\\u003cb>'),
  );
  assert.equal(page.split('</script>').length, 4, 'three scripts, each ended once');
  assert.ok(servedPage('a', '/v.js', '/view').includes('<fieldbridge-view src="/view">'));
});
