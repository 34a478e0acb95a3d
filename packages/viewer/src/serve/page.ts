import { type TileMap, tileOrigins, type ViewManifest } from '@fieldbridge/view-wire';

/** Styles of a page that contains only the viewer. */
const STYLE =
  'html,body,main{margin:0;height:100%}fieldbridge-view{height:100%}h1{position:absolute;width:1px;height:1px;margin:0;overflow:hidden;clip-path:inset(50%)}';

/** What the page may load: nothing from other hosts, except tiles of the named maps. */
export function servedPolicy(maps: readonly TileMap[]): string {
  const hosts = maps.flatMap(({ address }) => tileOrigins(address));
  const connect = ["'self'", ...new Set(hosts)].join(' ');
  return `default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src ${connect}; img-src 'self' blob:`;
}

const WHOLE_POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src blob:";

/**
 * A page whose viewer gets its script and its data from the same server.
 * @param address of the view @param maps to choose from
 */
export function servedPage(title: string, script: string, address: string, maps: readonly TileMap[] = []): string {
  return page(
    title,
    // Loaded in parallel with the script.
    `<link rel="preload" as="fetch" crossorigin href="${escaped(address)}">`,
    `<fieldbridge-view src="${escaped(address)}" maps="${escaped(JSON.stringify(maps))}"></fieldbridge-view><script type="module" src="${escaped(script)}"></script>`,
  );
}

/**
 * A self-contained page that can be mailed.
 * @param manifest without its one segment, which is the block `segment`
 * @param blocks compressed view data by the names that `inlineSource` looks for
 */
export function wholePage(
  manifest: Omit<ViewManifest, 'segments'>,
  script: string,
  blocks: ReadonlyMap<string, Uint8Array>,
): string {
  const data = Array.from(
    blocks,
    ([name, bytes]) =>
      `<script type="application/octet-stream" id="${escaped(`view/${name}`)}">${Buffer.from(bytes).toString('base64')}</script>`,
  );
  return page(
    manifest.name,
    `<meta http-equiv="Content-Security-Policy" content="${WHOLE_POLICY}">`,
    // The script comes last: it reads the data at once.
    `<fieldbridge-view></fieldbridge-view><script type="application/json" id="view">${json(manifest)}</script>${data.join('\n')}<script type="module">${script.replaceAll('</script', '<\\/script')}</script>`,
  );
}

function page(title: string, head: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">${head}
<title>${escaped(title)}</title><style>${STYLE}</style></head>
<body><main><h1>${escaped(title)}</h1>${body}</main></body></html>
`;
}

/** JSON that cannot end an element. */
const json = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
