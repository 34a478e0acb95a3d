import { minute } from '../state/live.ts';
import { moment, number, relative } from '../text/index.ts';

/** A moment: relative to now, exact on pointing at it. */
export function When({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} title={moment(at, { dateStyle: 'full', timeStyle: 'medium' })}>
      {relative(at, minute.value)}
    </time>
  );
}

/** The progress of something. @param percent 0 to 100 */
export function Progress({ percent, label }: { readonly percent: number; readonly label: string }) {
  return (
    <span class="progress">
      <progress max={100} value={percent} aria-label={label} />
      <small>{number(Math.round(percent))} %</small>
    </span>
  );
}

/** A short word for a state. */
export function Badge({
  kind,
  text,
}: {
  readonly kind: 'good' | 'bad' | 'doubt' | 'busy' | 'quiet';
  readonly text: string;
}) {
  return <span class={`badge ${kind}`}>{text}</span>;
}
