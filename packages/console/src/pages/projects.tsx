import type { Division, Project, ProjectStatus } from '@fieldbridge/client/wire/project.ts';
import { useState } from 'preact/hooks';
import { query, setQuery } from '../base/route.ts';
import { Badge } from '../parts/bits.tsx';
import { Input, Select } from '../parts/field.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { Page } from '../parts/page.tsx';
import { Paged, usePaged } from '../parts/paged.tsx';
import { SystemField } from '../parts/system-field.tsx';
import { Table } from '../parts/table.tsx';
import { project } from '../state/api.ts';
import { useLoad } from '../state/load.ts';
import { say } from '../state/toasts.ts';
import { moment, t } from '../text/index.ts';

const STATES = ['planned', 'active', 'completed', 'archived'] as const;
const KINDS = { planned: 'quiet', active: 'good', completed: 'busy', archived: 'doubt' } as const;

/** The projects of the organisation. */
export function ProjectsPage() {
  const caller = project();
  const text = query.value.get('q') ?? '';
  const status = STATES.find((one) => one === query.value.get('status'));
  const asked = { ...(text === '' ? {} : { text }), ...(status === undefined ? {} : { status }) };
  const list = usePaged<Project>(caller, '/projects', asked);
  const divisions = useLoad<Division[]>(
    (signal) => caller.json({ method: 'GET', path: '/divisions', signal }),
    [caller],
  );
  const [changing, setChanging] = useState<Partial<Project>>();
  const nameOf = (id: string): string => divisions.data?.find((one) => one.id === id)?.name ?? '';
  const store = async (): Promise<void> => {
    const {
      id,
      divisionId,
      number,
      name,
      status: state,
      description,
      address,
      startDate,
      endDate,
      coordinateSystem,
    } = changing!;
    const json = {
      ...{ divisionId, number, name, status: state, description, address, startDate, endDate },
      coordinateSystem,
    };
    if (id === undefined) await caller.json({ method: 'POST', path: '/projects', json });
    else await caller.json({ method: 'PATCH', path: `/projects/${id}`, json });
    say(t('project.stored', { name: name ?? '' }));
    list.reload();
  };
  return (
    <Page
      title={t('nav.projects')}
      actions={
        <button
          type="button"
          class="main"
          onClick={() => setChanging({ divisionId: divisions.data?.[0]?.id, status: 'active' })}
        >
          {t('project.add')}
        </button>
      }
    >
      <div class="filters">
        <Input {...{ label: t('project.search'), type: 'search', value: text }} onChange={(q) => setQuery({ q })} />
        <Select
          label={t('project.status')}
          value={status ?? ''}
          options={[['', t('project.anyStatus')], ...STATES.map((one) => [one, t(`project.${one}`)] as const)]}
          onChange={(one) => setQuery({ status: one })}
        />
      </div>
      <Paged {...{ list, caller, path: '/projects', query: asked, empty: t('project.none') }}>
        {(items) => (
          <Table
            label={t('nav.projects')}
            rows={items}
            keyOf={({ id }) => id}
            columns={[
              {
                title: t('project.number'),
                cell: (one) => (
                  <button type="button" class="plain" onClick={() => setChanging(one)}>
                    <bdi>{one.number}</bdi>
                  </button>
                ),
              },
              { title: t('project.name'), cell: ({ name }) => <bdi>{name}</bdi> },
              {
                title: t('project.status'),
                cell: (one) => <Badge kind={KINDS[one.status]} text={t(`project.${one.status}`)} />,
              },
              {
                title: t('project.division'),
                cell: ({ divisionId }) => <bdi>{nameOf(divisionId)}</bdi>,
                isExtra: true,
              },
              {
                title: t('project.dates'),
                cell: ({ startDate, endDate }) =>
                  [startDate, endDate]
                    .map((day) => (day === null ? '' : moment(`${day}T00:00`, { dateStyle: 'medium' })))
                    .join(' – '),
                isExtra: true,
              },
            ]}
          />
        )}
      </Paged>
      {changing !== undefined && (
        <FormDialog
          title={changing.id === undefined ? t('project.add') : (changing.name ?? '')}
          yes={t('action.save')}
          disabled={!changing.number || !changing.name || !changing.divisionId}
          onClose={() => setChanging(undefined)}
          onSubmit={store}
          wide
        >
          <ProjectFields value={changing} divisions={divisions.data ?? []} onChange={setChanging} />
        </FormDialog>
      )}
    </Page>
  );
}

interface FieldsProps {
  readonly value: Partial<Project>;
  readonly divisions: readonly Division[];
  readonly onChange: (value: Partial<Project>) => void;
}

function ProjectFields({ value, divisions, onChange }: FieldsProps) {
  const line = (name: 'number' | 'name' | 'description' | 'address' | 'startDate' | 'endDate', isDate = false) => (
    <Input
      key={name}
      label={t(`project.${name}`)}
      value={value[name] ?? ''}
      type={isDate ? 'date' : 'text'}
      maxLength={isDate ? undefined : 1000}
      onChange={(text) =>
        onChange({ ...value, [name]: text === '' && name !== 'number' && name !== 'name' ? null : text })
      }
    />
  );
  return (
    <div class="fields">
      {line('number')}
      {line('name')}
      <Select
        label={t('project.division')}
        value={value.divisionId ?? ''}
        options={divisions.map(({ id, name }) => [id, name] as const)}
        onChange={(divisionId) => onChange({ ...value, divisionId })}
      />
      <Select<ProjectStatus>
        label={t('project.status')}
        value={value.status ?? 'active'}
        options={STATES.map((one) => [one, t(`project.${one}`)] as const)}
        onChange={(status) => onChange({ ...value, status })}
      />
      {line('description')}
      {line('address')}
      {line('startDate', true)}
      {line('endDate', true)}
      <SystemField
        label={t('project.coordinateSystem')}
        value={String(value.coordinateSystem ?? '')}
        isNumber
        onChange={(code) => onChange({ ...value, coordinateSystem: /^\d+$/.test(code) ? Number(code) : null })}
      />
    </div>
  );
}
