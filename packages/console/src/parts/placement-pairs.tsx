import { useState } from 'preact/hooks';
import { fitPairs, type Pair, type Position, placementOptions, type Similarity } from '../model/similarity.ts';
import { number, t } from '../text/index.ts';
import { Action } from './action.tsx';
import { PairPlan } from './pair-plan.tsx';

/** The input of a pair: two coordinates in the drawing, two on the site. */
type Typed = readonly [fromE: string, fromN: string, toE: string, toN: string];

const NONE: Typed = ['', '', '', ''];
const LABELS = ['pair.fromEasting', 'pair.fromNorthing', 'pair.toEasting', 'pair.toNorthing'] as const;
const MOST_PAIRS = 50;
const METRES = { minimumFractionDigits: 3, maximumFractionDigits: 3 } as const;

interface PlacementPairsProps {
  /** A place that was clicked in the picture of the drawing. */
  readonly picked: Position | undefined;
  /** Reads the file again with this placement. */
  readonly onPlace: (options: Readonly<Record<string, string>>) => Promise<void>;
}

/** Places a background drawing by pairs: places in the drawing, and the same places on the site. */
export function PlacementPairs({ picked, onPlace }: PlacementPairsProps) {
  const [typed, setTyped] = useState<readonly Typed[]>([NONE, NONE]);
  const [taken, setTaken] = useState<Position>();
  const change = (row: number, cells: (old: Typed) => Typed): void =>
    setTyped((old) => old.map((one, i) => (i === row ? cells(one) : one)));
  const takePicked = (row: number): void => {
    if (picked === undefined) return;
    setTaken(picked);
    change(row, ([, , e, n]) => [String(picked[0]), String(picked[1]), e, n]);
  };
  const rows = typed.map(pairOf);
  const pairs = rows.filter((one) => one !== undefined);
  const fit = fitPairs(pairs);
  const isComplete = rows.every((one, i) => one !== undefined || typed[i]!.every((cell) => cell.trim() === ''));
  return (
    <section aria-label={t('pair.title')}>
      <h3>{t('pair.title')}</h3>
      <p class="quiet">{t('pair.about')}</p>
      {typed.map((cells, row) => {
        const pair = rows[row];
        const residual = pair && fit?.residuals[pairs.indexOf(pair)];
        return (
          <fieldset key={String(row)} class="pair">
            <legend>{t('pair.name', { number: row + 1 })}</legend>
            {cells.map((cell, i) => (
              <input
                key={LABELS[i]}
                {...{ value: cell, inputMode: 'decimal', maxLength: 40 }}
                aria-label={`${t('pair.name', { number: row + 1 })}: ${t(LABELS[i]!)}`}
                placeholder={t(LABELS[i]!)}
                aria-invalid={cell.trim() !== '' && Number.isNaN(coordinateOf(cell))}
                onInput={({ currentTarget: { value } }) => change(row, (old) => replaced(old, i, value))}
              />
            ))}
            <span class="actions">
              <button
                type="button"
                disabled={picked === undefined || picked === taken}
                title={t('pair.pickHint')}
                onClick={() => takePicked(row)}
              >
                {t('pair.pick')}
              </button>
              {typed.length > 2 && (
                <button type="button" class="plain" onClick={() => setTyped(typed.filter((_, i) => i !== row))}>
                  {t('pair.remove')}
                </button>
              )}
            </span>
            {residual !== undefined && (
              <small class="quiet">
                {t('pair.residual', {
                  easting: number(residual[0], METRES),
                  northing: number(residual[1], METRES),
                  length: number(Math.hypot(...residual), METRES),
                })}
              </small>
            )}
          </fieldset>
        );
      })}
      <p class="actions">
        <button type="button" disabled={typed.length >= MOST_PAIRS} onClick={() => setTyped([...typed, NONE])}>
          {t('pair.add')}
        </button>
      </p>
      <div aria-live="polite">{fit !== undefined && <Found fit={fit} pairs={pairs} />}</div>
      <Action
        kind="main"
        disabled={fit === undefined || !isComplete}
        onClick={() => onPlace(placementOptions(fit!, pairs))}
      >
        {t('pair.place')}
      </Action>
    </section>
  );
}

function Found({ fit, pairs }: { readonly fit: Similarity; readonly pairs: readonly Pair[] }) {
  return (
    <>
      <PairPlan fit={fit} pairs={pairs} />
      <dl class="facts">
        <dt>{t('pair.scale')}</dt>
        <dd>{number(fit.scale, { maximumFractionDigits: 8 })}</dd>
        <dt>{t('pair.rotation')}</dt>
        <dd>{number(fit.rotation, { maximumFractionDigits: 5 })}°</dd>
        <dt>{t('pair.deviation')}</dt>
        <dd>{fit.deviation === undefined ? t('pair.noRest') : number(fit.deviation, METRES)}</dd>
      </dl>
    </>
  );
}

/** A coordinate; a decimal comma is accepted, too. */
function coordinateOf(cell: string): number {
  const text = cell.trim().replace(',', '.');
  return text === '' || !Number.isFinite(Number(text)) ? Number.NaN : Number(text);
}

function pairOf(cells: Typed): Pair | undefined {
  const [fromE, fromN, toE, toN] = cells.map(coordinateOf) as [number, number, number, number];
  return [fromE, fromN, toE, toN].some(Number.isNaN) ? undefined : { from: [fromE, fromN], to: [toE, toN] };
}

function replaced(cells: Typed, at: number, value: string): Typed {
  return cells.map((cell, i) => (i === at ? value : cell)) as unknown as Typed;
}
