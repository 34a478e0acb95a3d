import { number } from '../text/index.ts';

interface Bar {
  readonly name: string;
  readonly value: number;
  /** The exact value, shown on pointing at it. */
  readonly text: string;
}

const MOST_BARS = 60;
const [HEIGHT, LEFT, BOTTOM, TOP] = [260, 56, 46, 12];
/** Space for the name of a bar: if there are more bars, only some names are written. */
const NAME_WIDTH = 90;

/** Upright bars over zero. The table beside it has the exact figures. */
export function BarChart({ title, bars }: { readonly title: string; readonly bars: readonly Bar[] }) {
  // Drawn at the width of the page, so that its letters have the usual size.
  const width = Math.min(1200, document.documentElement.clientWidth - 60);
  const shown = bars.slice(0, MOST_BARS);
  const [least, most] = [
    Math.min(0, ...shown.map(({ value }) => value)),
    Math.max(0, ...shown.map(({ value }) => value)),
  ];
  const step = niceStep((most - least) / 4);
  const bottom = Math.floor(least / step) * step;
  const top = Math.max(bottom + step, Math.ceil(most / step) * step);
  const y = (value: number): number => TOP + ((top - value) / (top - bottom)) * (HEIGHT - TOP - BOTTOM);
  const wide = (width - LEFT) / shown.length;
  const every = Math.max(1, Math.ceil(NAME_WIDTH / wide));
  const lines = Array.from({ length: Math.round((top - bottom) / step) + 1 }, (_, i) => bottom + i * step);
  return (
    <figure class="chart card">
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={title}>
        {lines.map((value) => (
          <g class="line">
            <line x1={LEFT} x2={width} y1={y(value)} y2={y(value)} />
            <text x={LEFT - 8} y={y(value) + 4} text-anchor="end">
              {number(value, { notation: 'compact' })}
            </text>
          </g>
        ))}
        {shown.map(({ name, value, text }, i) => (
          <g>
            <rect
              x={LEFT + i * wide + wide * 0.14}
              width={wide * 0.72}
              y={Math.min(y(value), y(0))}
              height={Math.max(1, Math.abs(y(value) - y(0)))}
            >
              <title>{`${name}: ${text}`}</title>
            </rect>
            {i % every === 0 && (
              <text x={LEFT + (i + 0.5) * wide} y={HEIGHT - BOTTOM + 18} text-anchor="middle">
                {name.length > 14 ? `${name.slice(0, 13)}…` : name}
              </text>
            )}
          </g>
        ))}
      </svg>
    </figure>
  );
}

/** 1, 2 or 5 times a power of ten. */
function niceStep(wanted: number): number {
  if (!(wanted > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(wanted));
  return power * ([1, 2, 5, 10].find((one) => one * power >= wanted) ?? 10);
}
