import type { FormatView } from '@fieldbridge/contract';
import { mainBox } from '@fieldbridge/viewer/camera.ts';
import { httpSource } from '@fieldbridge/viewer/source.ts';
import { type Extent, optionFields, type Report } from '../model/report.ts';
import { sizeDoubt } from '../model/site-size.ts';
import { useLoad } from '../state/load.ts';
import { number, t } from '../text/index.ts';
import { Action } from './action.tsx';
import { fileAddress } from './file-view.tsx';

interface SizeDoubtProps {
  readonly report: Report;
  readonly format: FormatView;
  /** Reads the file again with an option. */
  readonly onChange: (options: Readonly<Record<string, string>>) => Promise<void>;
}

/** A site that is too large to be one, and how large it would be if the file were in another unit. */
export function SizeDoubt(props: SizeDoubtProps) {
  const { extent, unit } = props.report;
  const isLarge = sizeDoubt(extent, unit, []) !== undefined;
  return isLarge ? <DoubtWithoutStrays key={props.report.fileId} {...props} /> : null;
}

/** The same without the few strays that the picture also leaves out; with them if that is not known. */
function DoubtWithoutStrays({ report, format, onChange }: SizeDoubtProps) {
  const main = useLoad(() => mainExtent(report), [report.fileId]);
  if (main.isLoading) return null;
  const doubt = sizeDoubt(main.data ?? report.extent, report.unit, optionFields(format));
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

async function mainExtent(report: Report): Promise<Extent | null> {
  const box = mainBox(await httpSource(`${fileAddress(report)}/view`).manifest());
  return box && { minEasting: box[0], minNorthing: box[1], maxEasting: box[2], maxNorthing: box[3] };
}

function lengthText(metres: number): string {
  const [value, unit] = metres >= 1000 ? [metres / 1000, 'kilometer'] : [metres, 'meter'];
  return number(value, { maximumSignificantDigits: 3, style: 'unit', unit });
}
