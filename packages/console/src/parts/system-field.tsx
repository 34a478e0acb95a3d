import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import type { Extent } from '../model/report.ts';
import { may } from '../state/rights.ts';
import { t } from '../text/index.ts';
import { Field } from './field.tsx';

/** Data for which a system is chosen. */
export interface SystemData {
  readonly extent: Extent | null;
  readonly unit: string;
  /** The system of the extent; undefined if that is the one to choose. */
  readonly from?: string;
  /** The target system of the data. */
  readonly to?: string;
}

interface SystemFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly data?: SystemData;
  readonly hint?: string;
  /** Only numbers are accepted. */
  readonly isNumber?: boolean;
}

type Chooser = ComponentType<{
  readonly data: SystemData | undefined;
  readonly value: string;
  readonly onChoose: (code: number) => void;
  readonly onClose: () => void;
}>;

/** A reference system: typed, or chosen from the registry. */
export function SystemField({ label, value, onChange, data, hint, isNumber = false }: SystemFieldProps) {
  const [opened, setOpened] = useState<{ readonly Chooser: Chooser }>();
  const open = async (): Promise<void> => {
    const { SystemChooser } = await import('./system-chooser.tsx');
    setOpened({ Chooser: SystemChooser });
  };
  return (
    <>
      <Field label={label} hint={hint}>
        {(id) => (
          <div class="beside">
            <input
              {...{ id, value, maxLength: isNumber ? 6 : 16_000, inputMode: isNumber ? 'numeric' : undefined }}
              onInput={(event) => onChange(event.currentTarget.value)}
            />
            {may('jobs') && (
              <button type="button" onClick={() => void open()}>
                {t('crs.choose')}
              </button>
            )}
          </div>
        )}
      </Field>
      {opened !== undefined && (
        <opened.Chooser
          {...{ data, value }}
          onClose={() => setOpened(undefined)}
          onChoose={(code) => {
            onChange(isNumber ? String(code) : `EPSG:${code}`);
            setOpened(undefined);
          }}
        />
      )}
    </>
  );
}
