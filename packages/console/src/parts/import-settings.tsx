import { ENCODINGS, type ImportSettings } from '../model/ticket-import.ts';
import type { Bridge } from '../state/tickets.ts';
import { t } from '../text/index.ts';
import { Input, Select } from './field.tsx';

/** How programs write times; the letters are those of the command line. */
const DATES = [
  'dd.MM.yyyy HH:mm',
  'dd-MM-yyyy HH:mm',
  'dd/MM/yyyy HH:mm',
  'MM/dd/yyyy HH:mm',
  'yyyyMMddHHmmss',
] as const;
const UNITS = ['kg', 't', 'lb'] as const;

interface SettingsProps {
  readonly settings: ImportSettings;
  readonly bridges: readonly Bridge[];
  readonly onChange: (settings: ImportSettings) => void;
}

/** How a file is written, and what its tickets have in common. */
export function ImportSettingsForm({ settings, bridges, onChange }: SettingsProps) {
  const set = (changes: Partial<ImportSettings>): void => onChange({ ...settings, ...changes });
  const setConstant = (field: string, value: string): void =>
    set({ constants: { ...settings.constants, [field]: value } });
  const inFile = [''].concat(t('ticketImport.inFile')) as [string, string];
  return (
    <div class="fields">
      <Select
        label={t('ticketImport.encoding')}
        value={settings.encoding}
        options={ENCODINGS.map((one) => [one, one] as const)}
        onChange={(encoding) => set({ encoding })}
      />
      <Select
        label={t('ticketImport.delimiter')}
        value={settings.delimiter}
        options={[
          ['', t('ticketImport.detected')],
          [';', ';'],
          [',', ','],
          ['tab', t('ticketImport.tab')],
        ]}
        onChange={(delimiter) => set({ delimiter })}
      />
      <Select
        label={t('ticketImport.decimals')}
        value={settings.decimalComma ? ',' : '.'}
        options={[
          ['.', '1234.5'],
          [',', '1234,5 · 1.234,5'],
        ]}
        onChange={(sign) => set({ decimalComma: sign === ',' })}
      />
      <Input
        {...{ label: t('ticketImport.dates'), value: settings.dateFormat, maxLength: 60, list: 'date-formats' }}
        hint={t('ticketImport.datesHint')}
        placeholder="ISO 8601"
        onChange={(dateFormat) => set({ dateFormat })}
      />
      <datalist id="date-formats">
        {DATES.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <Input
        {...{ label: t('ticketImport.zone'), value: settings.timeZone, maxLength: 60, list: 'time-zones' }}
        onChange={(timeZone) => set({ timeZone })}
      />
      <datalist id="time-zones">
        {Intl.supportedValuesOf('timeZone').map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <Select
        label={t('ticketImport.bridge')}
        value={settings.constants['locationId'] ?? ''}
        options={[inFile, ...bridges.map(({ locationId, name }) => [locationId, name] as const)]}
        onChange={(id) => setConstant('locationId', id)}
      />
      <Select
        label={t('field.nettWeight.unit')}
        value={settings.constants['nettWeight.unit'] ?? ''}
        options={[inFile, ...UNITS.map((one) => [one, one] as const)]}
        onChange={(unit) => setConstant('nettWeight.unit', unit)}
      />
    </div>
  );
}
