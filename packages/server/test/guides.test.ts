import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import { renderMarkdown } from '../src/http/markdown.ts';
import type { Json } from '../testing/desk.ts';
import { NO_CONVERSION, startTestServer } from '../testing/server.ts';

const docs = new URL('../../../docs/', import.meta.url);
const names = readdirSync(docs).flatMap((file) => /^(.+)\.md$/.exec(file)?.[1] ?? []);
const server = await startTestServer({ ...NO_CONVERSION, publicUrl: 'https://example.org/bridge' });
after(() => server[Symbol.asyncDispose]());

async function pageOf(path: string): Promise<{ status: number; headers: Headers; text: string }> {
  const answer = await fetch(server.url + path, { headers: { accept: 'text/html' } });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const search = (q: string) => pageOf(`/docs/guides?q=${encodeURIComponent(q)}`);
const count = (text: string, what: RegExp) => text.match(what)?.length ?? 0;

describe('the guides', () => {
  for (const name of names)
    test(`${name} is a page with all its headings, tables and code`, async () => {
      const source = readFileSync(new URL(`${name}.md`, docs), 'utf8');
      const { status, headers, text } = await pageOf(`/docs/guides/${name}`);
      assert.equal(status, 200);
      assert.match(headers.get('content-security-policy')!, /^default-src 'none'/);
      assert.doesNotMatch(text, /<script/);
      assert.equal(count(text, /<pre/g), count(source, /^ *```/gm) / 2, 'code');
      const plain = source.replaceAll(/^ *```[\s\S]*?^ *```/gm, '');
      assert.equal(count(text, /<h\d id/g), count(plain, /^#+ /gm), 'headings');
      assert.equal(count(text, /<table>/g), count(plain, /^ *\|[: |]*-[-:| ]*\|$/gm), 'tables');
      assert.equal(count(text, /<li>/g), count(plain, /^ *(?:[-*]|\d+\.) /gm), 'items');
      const words = text.replaceAll(/<(pre|code)[\s\S]*?<\/\1>/g, '');
      assert.doesNotMatch(words, /\*\*|\]\(|^#|```/m, 'nothing is left unread');
    });

  test('link each other: every address has its page and its place', async () => {
    const pages = new Map<string, string>();
    for (const name of names) pages.set(`/bridge/docs/guides/${name}`, (await pageOf(`/docs/guides/${name}`)).text);
    let checked = 0;
    for (const [own, text] of pages)
      for (const [, link] of text.split('<main>')[1]!.matchAll(/<a href="([^"]*)"/g)) {
        if (link!.startsWith('https://')) continue;
        const [path, fragment] = link!.split('#', 2) as [string, string?];
        const target = pages.get(path === '' ? own : path);
        assert.ok(target !== undefined, `${own}: ${link}`);
        if (fragment !== undefined) assert.ok(target.includes(` id="${fragment}"`), `${own}: ${link}`);
        checked++;
      }
    assert.ok(checked > 15, `${checked} links`);
  });

  test('are linked with the reference and the table of problems, below the path of a proxy', async () => {
    for (const path of ['/docs/guides', '/docs/problems'])
      for (const other of ['/docs/guides', '/docs/', '/docs/problems'])
        assert.ok((await pageOf(path)).text.includes(`<a href="/bridge${other}">`), `${path} → ${other}`);
    const { externalDocs } = (await (await fetch(`${server.url}/weighing/openapi.json`)).json()) as Json;
    assert.equal(externalDocs.url, 'https://example.org/bridge/docs/guides/weighing');
    assert.ok((await pageOf('/')).text.includes('<a href="/bridge/docs/guides">'));
  });

  test('that do not exist are 404', async () => {
    for (const path of ['/docs/guides/nothing', '/docs/guides/..%2fREADME', '/docs/guides/__proto__'])
      assert.equal((await pageOf(path)).status, 404, path);
  });
});

describe('their search', () => {
  test('shows whole words of a section, without the marks of code and tables', async () => {
    const { text } = await search('backup');
    const excerpts = Array.from(text.matchAll(/<\/h2><p>(.*?)<\/p>/g), ([, excerpt]) => excerpt!);
    assert.ok(excerpts.length > 5);
    for (const excerpt of excerpts) assert.doesNotMatch(excerpt, /^sh |\\ /);
    assert.ok(excerpts.some((excerpt) => /^… \w.* …$/.test(excerpt)));
  });

  test('finds the sections that have all words, in any case, and links them', async () => {
    const { text } = await search('RESTORE backup');
    assert.match(text, /<a href="\/bridge\/docs\/guides\/operating#[\w-]+">/);
    assert.ok(text.includes('value="RESTORE backup"'), 'the query is kept');
  });

  test('says so if nothing is found', async () => {
    assert.match((await search('zzzznothing')).text, /0 sections have/);
  });

  test('shows a query as text', async () => {
    assert.doesNotMatch((await search('"><script>alert(1)</script>')).text, /<script/);
  });

  test('refuses a query that is too long', async () => {
    assert.equal((await search('x'.repeat(201))).status, 400);
  });
});

const TEXTS: readonly [what: string, text: string, html: string][] = [
  ['HTML as text', 'a <b>c</b> & "d"', '<p>a &lt;b>c&lt;/b> &amp; &quot;d&quot;</p>'],
  ['code as it is', '`a **b** \\ <c>`', '<p><code>a **b** \\ &lt;c></code></p>'],
  ['strong and emphasised text', '**a *b* d** and *c*', '<p><strong>a <em>b</em> d</strong> and <em>c</em></p>'],
  ['a bar in a cell', '| a |\n|---|\n| `b \\| c` |', '<td><code>b | c</code></td>'],
  ['a list in a list', '- a\n  - b\n- c', '<ul><li>a\n<ul><li>b</li></ul></li><li>c</li></ul>'],
  ['a link that leads nowhere as text', '[a](javascript:x)', '<p>a</p>'],
  ['code in an item', '1. a\n\n   ```\n   b\n   ```\n', '<pre tabindex="0"><code>b</code></pre>'],
];
describe('Markdown shows', () => {
  for (const [what, text, html] of TEXTS)
    test(what, () => {
      const shown = renderMarkdown(text, () => undefined);
      assert.ok(shown.includes(html), shown);
    });
});

test('the reference and generated clients of weighing send to the sandbox first', async () => {
  const answer = await fetch(`${server.url}/weighing/openapi.json`);
  const { servers } = (await answer.json()) as { servers: { url: string; description: string }[] };
  assert.deepEqual(
    servers.map(({ description }) => description),
    ['Sandbox', 'Production'],
  );
});
