/** Escapes text for HTML, between tags or within double quotes. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

const STYLE = `
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;overflow-wrap:break-word}
h1{line-height:1.2}
code{overflow-wrap:anywhere}
`;

/** Links between the pages of the documentation. @param path below which a proxy serves the server */
export function docsNavigation(path: string): string {
  const links = [
    ['/docs/guides', 'Guides'],
    ['/docs/', 'Reference'],
    ['/docs/problems', 'Problem codes'],
  ];
  return `<nav>${links.map(([at, title]) => `<a href="${escapeHtml(path + at)}">${title}</a>`).join(' · ')}</nav>`;
}

/** A small self-contained page: nothing is loaded, no script runs. @param body HTML */
export function htmlPage(title: string, body: string, style = ''): string {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">`;
  const css = `<style>${STYLE}${style}</style>`;
  return `<!doctype html><html lang="en">${head}<title>${escapeHtml(title)}</title>${css}${body}</html>`;
}

/** Headers of such a page: nothing injected into it can run or load anything. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
} as const;

/** The same for a page with a form that is sent to this server. */
export const FORM_HEADERS = {
  ...PAGE_HEADERS,
  'content-security-policy': PAGE_HEADERS['content-security-policy'].replace(
    "form-action 'none'",
    "form-action 'self'",
  ),
} as const;
