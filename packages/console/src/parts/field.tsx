import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';

interface FieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string;
  /** Gets the id that its label names. */
  readonly children: (id: string) => ComponentChildren;
}

/** A labelled field of a form. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(id)}
      {hint !== undefined && <small class="quiet">{hint}</small>}
      {error !== undefined && <small class="wrong">{error}</small>}
    </div>
  );
}

interface InputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string;
  readonly error?: string;
  readonly type?: 'text' | 'email' | 'search' | 'password' | 'number' | 'date' | 'datetime-local' | 'url';
  readonly required?: boolean;
  readonly autoComplete?: string;
  readonly maxLength?: number;
  readonly autoFocus?: boolean;
  readonly placeholder?: string;
  readonly name?: string;
  /** The id of a list of suggestions. */
  readonly list?: string;
  readonly inputMode?: 'decimal' | 'numeric' | 'email' | 'text';
}

/** A line of text. */
export function Input({ label, value, onChange, hint, error, ...rest }: InputProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(id) => (
        <input
          {...(rest as JSX.IntrinsicElements['input'])}
          id={id}
          value={value}
          aria-invalid={error !== undefined}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

interface SelectProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [T, string])[];
  readonly onChange: (value: T) => void;
  readonly hint?: string;
}

/** A choice of a few. */
export function Select<T extends string>({ label, value, options, onChange, hint }: SelectProps<T>) {
  return (
    <Field label={label} hint={hint}>
      {(id) => (
        <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value as T)}>
          {options.map(([one, text]) => (
            <option value={one}>{text}</option>
          ))}
        </select>
      )}
    </Field>
  );
}
