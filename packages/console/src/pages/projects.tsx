import type { Version } from '@fieldbridge/client/transport/version.ts';
import type { Division, Project } from '@fieldbridge/client/wire/project.ts';
import { useEffect, useState } from 'preact/hooks';
import { query, setQuery } from '../base/route.ts';
import { Action } from '../parts/action.tsx';
import { Badge } from '../parts/bits.tsx';
import { EarthMap } from '../parts/earth-map.tsx';
import { Input, Select } from '../parts/field.tsx';
import { Page } from '../parts/page.tsx';
import { Paged, usePaged } from '../parts/paged.tsx';
import { ProjectForm, STATES } from '../parts/project-form.tsx';
import { Table } from '../parts/table.tsx';
import { project } from '../state/api.ts';
import { onChange } from '../state/live.ts';
import { useLoad } from '../state/load.ts';
import { environment, mayChange } from '../state/rights.ts';
import { moment, t } from '../text/index.ts';

/** More would hide each other. */
const MOST_SPOTS = 500;
const KINDS = { planned: 'quiet', active: 'good', completed: 'busy', archived: 'doubt' } as const;

/** The projects of the organisation. */
export function ProjectsPage() {
  const caller = project();
  const text = query.value.get('q') ?? '';
  const status = STATES.find((one) => one === query.value.get('status'));
  const divisionId = query.value.get('division') ?? '';
  const asked = {
    ...(text === '' ? {} : { text }),
    ...(status === undefined ? {} : { status }),
    ...(divisionId === '' ? {} : { divisionId }),
  };
  const list = usePaged<Project>(caller, '/projects', asked);
  const divisions = useLoad<Division[]>(
    (signal) => caller.json({ method: 'GET', path: '/divisions', signal }),
    [caller],
  );
  useEffect(
    () =>
      onChange('project.', (change) => {
        if (change?.environment === undefined || change.environment === environment.value) list.reload();
      }),
    [environment.value],
  );
  const [changing, setChanging] = useState<Version<Project> | 'new'>();
  const empty = t(Object.keys(asked).length === 0 ? 'project.noneYet' : 'project.none');
  const nameOf = (id: string): string => divisions.data?.find((one) => one.id === id)?.name ?? '';
  const open = async ({ id }: Project): Promise<void> =>
    setChanging(await caller.version<Project>({ method: 'GET', path: `/projects/${id}` }));
  return (
    <Page
      title={t('nav.projects')}
      actions={
        mayChange('projects') && (
          <button type="button" class="main" onClick={() => setChanging('new')}>
            {t('project.add')}
          </button>
        )
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
        {(divisions.data ?? []).length > 1 && (
          <Select
            label={t('project.division')}
            value={divisionId}
            options={[['', t('project.anyStatus')], ...divisions.data!.map(({ id, name }) => [id, name] as const)]}
            onChange={(division) => setQuery({ division })}
          />
        )}
      </div>
      <Paged {...{ list, caller, path: '/projects', query: asked, empty }}>
        {(items, onEnd) => (
          <>
            <ProjectMap projects={items} />
            <Table
              label={t('nav.projects')}
              rows={items}
              onEnd={onEnd}
              keyOf={({ id }) => id}
              columns={[
                {
                  title: t('project.number'),
                  cell: (one) => (
                    <Action class="link" onClick={() => open(one)}>
                      <bdi>{one.number}</bdi>
                    </Action>
                  ),
                  isName: true,
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
          </>
        )}
      </Paged>
      {changing !== undefined && (
        <ProjectForm
          stored={changing === 'new' ? undefined : changing}
          divisions={divisions.data}
          onStored={list.reload}
          onClose={() => setChanging(undefined)}
        />
      )}
    </Page>
  );
}

/** The locations of the projects that state one. */
function ProjectMap({ projects }: { readonly projects: readonly Project[] }) {
  const spots = projects
    .flatMap(({ location, number, name }) => (location === null ? [] : [{ ...location, name: `${number} ${name}` }]))
    .slice(0, MOST_SPOTS);
  if (spots.length === 0) return null;
  return (
    <figure class="card">
      <EarthMap label={t('project.map', { count: spots.length })} area={null} place={null} spots={spots} />
      <figcaption class="quiet">{t('project.map', { count: spots.length })}</figcaption>
    </figure>
  );
}
