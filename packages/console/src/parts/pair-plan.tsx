import type { Pair, Similarity } from '../model/similarity.ts';
import { number, t } from '../text/index.ts';

const SIZE = { width: 320, height: 200, margin: 24 } as const;
/** Share of the picture that the longest residual takes. */
const LONGEST = 0.12;

interface PairPlanProps {
  readonly fit: Similarity;
  readonly pairs: readonly Pair[];
}

/** The pairs in the plan: known places as crosses, placed ones as circles, and residuals as lines that are drawn longer. */
export function PairPlan({ fit, pairs }: PairPlanProps) {
  const placed = pairs.map(({ from }) => fit.place(from));
  const all = [...placed, ...pairs.map(({ to }) => to)];
  const [west, south] = [Math.min(...all.map(([e]) => e)), Math.min(...all.map(([, n]) => n))];
  const [east, north] = [Math.max(...all.map(([e]) => e)), Math.max(...all.map(([, n]) => n))];
  const { width, height, margin } = SIZE;
  const pixels = Math.min((width - 2 * margin) / (east - west || 1), (height - 2 * margin) / (north - south || 1));
  const x = (easting: number): number => width / 2 + (easting - (west + east) / 2) * pixels;
  const y = (northing: number): number => height / 2 - (northing - (south + north) / 2) * pixels;
  const longest = Math.max(...fit.residuals.map(([e, n]) => Math.hypot(e, n)));
  const times = roundDown((LONGEST * width) / (longest * pixels));
  const isDrawn = longest * pixels > 1e-3 && Number.isFinite(times);
  return (
    <figure class="pairs">
      <svg role="img" aria-label={t('pair.plan')} viewBox={`0 0 ${width} ${height}`}>
        {pairs.map(({ to }, i) => {
          const [e, n] = placed[i]!;
          const [right, up] = fit.residuals[i]!;
          const [cx, cy] = [x(e), y(n)];
          return (
            <g key={String(i)}>
              {isDrawn && (
                <line class="rest" x1={cx} y1={cy} x2={cx + right * pixels * times} y2={cy - up * pixels * times} />
              )}
              <path class="known" d={`M${x(to[0]) - 5} ${y(to[1])}h10M${x(to[0])} ${y(to[1]) - 5}v10`} />
              <circle class="placed" cx={cx} cy={cy} r={5} />
              <text x={cx + 8} y={cy - 6}>
                {i + 1}
              </text>
            </g>
          );
        })}
      </svg>
      <figcaption class="quiet">
        {t('pair.legend')} {isDrawn && t('pair.times', { times: number(times) })}
      </figcaption>
    </figure>
  );
}

/** To one, two or five times a power of ten. */
function roundDown(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([5, 2, 1].find((one) => one * power <= value) ?? 1) * power;
}
