import type { FormatView } from '@fieldbridge/contract';
import { type OptionField, optionFields } from '../model/report.ts';
import { t } from '../text/index.ts';
import { Field } from './field.tsx';
import { type SystemData, SystemField } from './system-field.tsx';

interface OptionFormProps {
  readonly format: Pick<FormatView, 'options'>;
  /** The input by name; empty texts count as not given. */
  readonly values: Readonly<Record<string, string>>;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
  readonly leaveOut?: readonly string[];
  /** The data for which a reference system is chosen. */
  readonly data?: SystemData;
}

const UNITS = ['m', 'ft', 'usft'] as const;

/** The options of a format, made from its schema. */
export function OptionForm({ format, values, onChange, leaveOut = [], data }: OptionFormProps) {
  return (
    <>
      {optionFields(format)
        .filter(({ name }) => !leaveOut.includes(name))
        .map((field) => {
          const [value, change] = [
            values[field.name] ?? '',
            (given: string) => onChange({ ...values, [field.name]: given }),
          ];
          // The name used by addresses, notes and advice.
          const hint = `${field.hint} · ${field.name}`;
          return field.name === 'crs' ? (
            <SystemField key="crs" label={field.title} {...{ hint, value, data, onChange: change }} />
          ) : (
            <Field key={field.name} label={field.title} hint={hint}>
              {(id) => <OptionInput {...{ id, field, value, onChange: change }} />}
            </Field>
          );
        })}
    </>
  );
}

interface OptionInputProps {
  readonly id: string;
  readonly field: OptionField;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function OptionInput({ id, field, value, onChange }: OptionInputProps) {
  const said = field.type === 'switch' ? t(field.usual === 'true' ? 'option.yes' : 'option.no') : field.usual;
  const usual = field.usual === '' ? t('option.usual') : t('option.usualIs', { value: said });
  if (field.type === 'text' && field.name !== 'unit')
    return <input id={id} value={value} maxLength={16_000} onInput={(event) => onChange(event.currentTarget.value)} />;
  if (field.type === 'number')
    return (
      <input
        {...{ id, value, type: 'number', step: 'any', placeholder: field.usual }}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    );
  const options: readonly (readonly [string, string])[] =
    field.name === 'unit'
      ? UNITS.map((unit) => [unit, t(`unit.${unit}`)])
      : field.type === 'switch'
        ? [
            ['true', t('option.yes')],
            ['false', t('option.no')],
          ]
        : field.values.map((one) => [one, one]);
  return (
    <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      <option value="">{usual}</option>
      {options.map(([one, text]) => (
        <option value={one}>{text}</option>
      ))}
    </select>
  );
}

/** The options that were given. */
export function givenOptions(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}
