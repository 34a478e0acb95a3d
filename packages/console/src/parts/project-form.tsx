import type { Version } from '@fieldbridge/client/transport/version.ts';
import type { Division, Project, ProjectStatus } from '@fieldbridge/client/wire/project.ts';
import { useState } from 'preact/hooks';
import { differences } from '../model/ticket.ts';
import { project } from '../state/api.ts';
import { changeStored } from '../state/changing.ts';
import { mayChange } from '../state/rights.ts';
import { say } from '../state/toasts.ts';
import { t } from '../text/index.ts';
import { Input, Select } from './field.tsx';
import { FormDialog } from './form-dialog.tsx';
import { SystemField } from './system-field.tsx';

/** The states of a project's life. */
export const STATES = ['planned', 'active', 'completed', 'archived'] as const;
/** The editable fields; the server sets the others. */
const FIELDS = [
  ...['divisionId', 'number', 'name', 'status', 'description', 'address', 'countryCode', 'location'],
  ...['startDate', 'endDate', 'coordinateSystem'],
] as const satisfies readonly (keyof Project)[];

interface ProjectFormProps {
  /** As it is stored; undefined for a new one. */
  readonly stored: Version<Project> | undefined;
  /** undefined until they have come. */
  readonly divisions: readonly Division[] | undefined;
  readonly onStored: () => void;
  readonly onClose: () => void;
}

/** A project to add or change. Only changes are sent; if somebody else was faster, both versions are shown. */
export function ProjectForm({ stored, divisions, onStored, onClose }: ProjectFormProps) {
  const [base, setBase] = useState(stored);
  const [typed, setTyped] = useState<Partial<Project>>({});
  const value = { ...(base?.value ?? { divisionId: divisions?.[0]?.id, status: 'active' as const }), ...typed };
  const caller = project();
  const store = async (): Promise<void> => {
    if (base === undefined) {
      await caller.json({ method: 'POST', path: '/projects', json: value });
      say(t('project.stored', { name: value.name ?? '' }));
    } else await correct(base);
    onStored();
  };
  const correct = async (of: Version<Project>): Promise<void> => {
    const before = of.value;
    const names = FIELDS.filter(
      (name) => JSON.stringify(value[name as keyof Project]) !== JSON.stringify(before[name as keyof Project]),
    );
    const pick = (from: Partial<Project>): Partial<Project> =>
      Object.fromEntries(names.map((name) => [name, from[name as keyof Project] ?? null]));
    const change = (from: Version<Project>, json: Partial<Project>) =>
      changeStored(caller, `/projects/${before.id}`, {
        ...{ base: from, json, onOther: setBase },
        differences: (one, other) =>
          differences(one, other).map(([path, ...values]) => [fieldName(path), ...values] as const),
      });
    const next = await change(of, pick(value));
    say(t('project.stored', { name: next.value.name }), () => {
      change(next, pick(before)).then(onStored, () => say(t('error.notUndone'), undefined, 'failed'));
    });
  };
  return (
    <FormDialog
      title={base === undefined ? t('project.add') : base.value.name}
      yes={t('action.save')}
      disabled={!mayChange('projects') || !value.number || !value.name || !value.divisionId}
      onClose={onClose}
      onSubmit={store}
      wide
    >
      {divisions?.length === 0 && <p class="note doubt">{t('project.noDivision')}</p>}
      <ProjectFields
        value={value}
        divisions={divisions ?? []}
        onChange={(fields) => setTyped({ ...typed, ...fields })}
      />
    </FormDialog>
  );
}

/** The label of a field in the form. @param path as in `location.latitude` */
function fieldName(path: string): string {
  const known = FIELDS.find((one) => one === path.split('.')[0]);
  return known === undefined ? path : t(known === 'divisionId' ? 'project.division' : `project.${known}`);
}

interface FieldsProps {
  readonly value: Partial<Project>;
  readonly divisions: readonly Division[];
  readonly onChange: (fields: Partial<Project>) => void;
}

function ProjectFields({ value, divisions, onChange }: FieldsProps) {
  const line = (name: 'number' | 'name' | 'description' | 'address' | 'countryCode' | 'startDate' | 'endDate') => {
    const isDate = name.endsWith('Date');
    return (
      <Input
        key={name}
        label={t(`project.${name}`)}
        value={value[name] ?? ''}
        type={isDate ? 'date' : 'text'}
        maxLength={isDate ? undefined : 1000}
        onChange={(text) => onChange({ [name]: text === '' && name !== 'number' && name !== 'name' ? null : text })}
      />
    );
  };
  return (
    <div class="fields">
      {line('number')}
      {line('name')}
      <Select
        label={t('project.division')}
        value={value.divisionId ?? ''}
        options={divisions.map(({ id, name }) => [id, name] as const)}
        onChange={(divisionId) => onChange({ divisionId })}
      />
      <Select<ProjectStatus>
        label={t('project.status')}
        value={value.status ?? 'active'}
        options={STATES.map((one) => [one, t(`project.${one}`)] as const)}
        onChange={(status) => onChange({ status })}
      />
      {line('description')}
      {line('address')}
      {line('countryCode')}
      <LocationField value={value.location ?? null} onChange={(location) => onChange({ location })} />
      {line('startDate')}
      {line('endDate')}
      <SystemField
        label={t('project.coordinateSystem')}
        value={String(value.coordinateSystem ?? '')}
        isNumber
        onChange={(code) => onChange({ coordinateSystem: /^\d+$/.test(code) ? Number(code) : null })}
      />
    </div>
  );
}

interface LocationProps {
  readonly value: Project['location'];
  readonly onChange: (value: Project['location']) => void;
}

/** Latitude and longitude in one line, in the order in which maps offer them for copying. */
function LocationField({ value, onChange }: LocationProps) {
  const [text, setText] = useState(value === null ? '' : `${value.latitude}, ${value.longitude}`);
  const match = /^\s*(-?\d+(?:\.\d+)?)\s*[,; ]\s*(-?\d+(?:\.\d+)?)\s*$/.exec(text);
  return (
    <Input
      label={t('project.location')}
      hint={t('project.locationHint')}
      error={text.trim() === '' || match !== null ? undefined : t('project.locationWrong')}
      value={text}
      onChange={(typed) => {
        setText(typed);
        const found = /^\s*(-?\d+(?:\.\d+)?)\s*[,; ]\s*(-?\d+(?:\.\d+)?)\s*$/.exec(typed);
        if (typed.trim() === '') onChange(null);
        else if (found !== null) onChange({ latitude: Number(found[1]), longitude: Number(found[2]) });
      }}
    />
  );
}
