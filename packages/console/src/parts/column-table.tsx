import { FIELDS } from '@fieldbridge/ticket-file/column-map.ts';
import { en, type TextKey } from '../text/en.ts';
import { t } from '../text/index.ts';

interface ColumnTableProps {
  readonly heading: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The column of each field. */
  readonly columns: Readonly<Record<string, string>>;
  readonly onChange: (columns: Readonly<Record<string, string>>) => void;
}

/** The columns of a file with their first values, each with the field that it goes to. */
export function ColumnTable({ heading, rows, columns, onChange }: ColumnTableProps) {
  const fieldOf = (name: string): string => Object.entries(columns).find(([, column]) => column === name)?.[0] ?? '';
  const choose = (name: string, field: string): void => {
    const others = Object.entries(columns).filter(([one, column]) => column !== name && one !== field);
    onChange(Object.fromEntries(field === '' ? others : [...others, [field, name]]));
  };
  return (
    <section class="table" aria-label={t('ticketImport.columns')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('ticketImport.column')}</th>
            <th scope="col">{t('ticketImport.field')}</th>
            <th scope="col">{t('ticketImport.values')}</th>
          </tr>
        </thead>
        <tbody>
          {heading.map((name, i) => (
            <tr key={`${i} ${name}`}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              <td>
                <select
                  aria-label={t('ticketImport.fieldOf', { column: name })}
                  value={fieldOf(name)}
                  onChange={(event) => choose(name, event.currentTarget.value)}
                >
                  <option value="">{t('ticketImport.leftOut')}</option>
                  {[...FIELDS.keys()].map((field) => (
                    <option key={field} value={field}>
                      {fieldLabel(field)}
                    </option>
                  ))}
                </select>
              </td>
              <td class="quiet">
                {rows.slice(0, 3).map((cells, row) => (
                  <bdi key={String(row)} class="sample">
                    {cells[i]}
                  </bdi>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A field by its name for people, if it has one, and as the interface calls it. */
export function fieldLabel(field: string): string {
  const key = `field.${field}`;
  return Object.hasOwn(en, key) ? `${t(key as TextKey)} (${field})` : field;
}
