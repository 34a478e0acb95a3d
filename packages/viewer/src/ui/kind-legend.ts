import { VIEW_TABLES } from '@fieldbridge/view-wire';
import { colourOf, css, THEMES } from '../palette.ts';
import { word } from '../text/index.ts';
import type { Viewer } from '../viewer.ts';
import { h } from './dom.ts';

/** The kinds of data that are drawn in separate colours, with the colours. */
export function kindLegend({ manifest, settings }: Viewer): readonly HTMLElement[] {
  const tables = new Set(manifest.segments.flatMap(({ pens }) => pens.map(([, , , , table = -1]) => table)));
  return VIEW_TABLES.flatMap((name, table) => {
    // Surfaces have separate colours, except their edges.
    if (!tables.has(table) || (name === 'surfaces' && settings.surfaces !== 'mesh')) return [];
    const swatch = h('i', { className: 'swatch' });
    swatch.style.background = css(colourOf([-1, -1, 0, -1, table], undefined, 'kind', THEMES[settings.theme]));
    return [h('span', {}, swatch, ` ${word(name)}`)];
  });
}
