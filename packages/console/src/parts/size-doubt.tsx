import type { FormatView } from '@fieldbridge/contract';
import { optionFields, type Report } from '../model/report.ts';
import { sizeDoubt } from '../model/site-size.ts';
import { number, t } from '../text/index.ts';
import { Action } from './action.tsx';

interface SizeDoubtProps {
  readonly report: Report;
  readonly format: FormatView;
  /** Reads the file again with an option. */
  readonly onChange: (options: Readonly<Record<string, string>>) => Promise<void>;
}

/** A site that is too large to be one, and how large it would be if the file were in another unit. */
export function SizeDoubt({ report, format, onChange }: SizeDoubtProps) {
  const doubt = sizeDoubt(report.extent, report.unit, optionFields(format));
  if (doubt === undefined) return null;
  return (
    <div class="note doubt">
      <p>{t('size.doubt', { size: lengthText(doubt.metres) })}</p>
      <p class="actions">
        {doubt.readings.map(({ unit, metres, option }) => {
          const text = `${t(`unit.${unit}`)}: ${lengthText(metres)}`;
          return option === undefined ? (
            <span key={unit}>{text}</span>
          ) : (
            <Action key={unit} onClick={() => onChange({ [option]: unit })}>
              {text}
            </Action>
          );
        })}
      </p>
    </div>
  );
}

function lengthText(metres: number): string {
  const [value, unit] = metres >= 1000 ? [metres / 1000, 'kilometer'] : [metres, 'meter'];
  return number(value, { maximumSignificantDigits: 3, style: 'unit', unit });
}
