import type { PersonView } from '@fieldbridge/contract';
import { useState } from 'preact/hooks';
import { Badge, When } from '../../parts/bits.tsx';
import { confirm } from '../../parts/confirm.tsx';
import { Page } from '../../parts/page.tsx';
import { Paged, usePaged } from '../../parts/paged.tsx';
import { type PersonFields, PersonForm } from '../../parts/person-form.tsx';
import type { Space } from '../../parts/role-choices.tsx';
import { showOnce } from '../../parts/secret.tsx';
import { people } from '../../state/api.ts';
import { freshly } from '../../state/session.ts';
import { say } from '../../state/toasts.ts';
import { t } from '../../text/index.ts';
import { DeskTabs, mayChange } from './tabs.tsx';

/** The people who may sign in, and their invitations. */
export function PeoplePage() {
  const list = usePaged<PersonView>(people, '/people');
  const [changing, setChanging] = useState<PersonView | 'new'>();
  const store = async (fields: PersonFields): Promise<void> => {
    const isNew = changing === 'new' || changing === undefined;
    await freshly(() =>
      people.json({
        method: isNew ? 'POST' : 'PATCH',
        path: isNew ? '/people' : `/people/${changing.id}`,
        json: fields,
      }),
    );
    list.reload();
  };
  const invite = ({ id, name }: PersonView): void =>
    confirm({
      title: t('person.inviteTitle', { name }),
      text: t('person.inviteText'),
      yes: t('person.invite'),
      act: async () => {
        const made = await freshly(() =>
          people.json<{ url: string }>({ method: 'POST', path: `/people/${id}/invitation`, json: {} }),
        );
        showOnce({
          title: t('person.inviteTitle', { name }),
          text: t('person.linkText'),
          values: [[t('person.link'), made.url]],
        });
      },
    });
  const remove = ({ id, name }: PersonView): void =>
    confirm({
      title: t('person.removeTitle', { name }),
      text: t('person.removeText'),
      yes: t('person.remove'),
      isDanger: true,
      act: async () => {
        await freshly(() => people.done({ method: 'DELETE', path: `/people/${id}` }));
        say(t('person.removed', { name }));
        list.reload();
      },
    });
  return (
    <Page
      title={t('desk.people')}
      actions={
        mayChange() && (
          <button type="button" class="main" onClick={() => setChanging('new')}>
            {t('person.add')}
          </button>
        )
      }
    >
      <DeskTabs open="people" />
      <Paged {...{ list, caller: people, path: '/people', empty: t('person.none') }}>
        {(items) =>
          items.map((person) => (
            <section class="card" key={person.id}>
              <div class="file">
                <div>
                  <h2>
                    <bdi>{person.name}</bdi>{' '}
                    {person.ways.length === 0 && <Badge kind="doubt" text={t('person.noWay')} />}
                  </h2>
                  <p class="quiet">
                    <bdi>{person.email ?? t('person.noEmail')}</bdi> · {t('person.lastSeen')}{' '}
                    {person.lastSignInAt === null ? '–' : <When at={person.lastSignInAt} />}
                  </p>
                  <ul class="kinds">
                    {person.deskRole !== null && <li class="badge busy">{`${t('nav.desk')}: ${person.deskRole}`}</li>}
                    {Object.entries(person.roles).map(
                      ([space, roles]) =>
                        roles.length > 0 && (
                          <li class="badge">{`${t(`space.${space as Space}`)}: ${roles.join(', ')}`}</li>
                        ),
                    )}
                  </ul>
                </div>
                {mayChange() && (
                  <div class="actions">
                    <button type="button" onClick={() => invite(person)}>
                      {t('person.invite')}
                    </button>
                    <button type="button" onClick={() => setChanging(person)}>
                      {t('action.change')}
                    </button>
                    <button type="button" class="danger" onClick={() => remove(person)}>
                      {t('person.remove')}
                    </button>
                  </div>
                )}
              </div>
            </section>
          ))
        }
      </Paged>
      {changing !== undefined && (
        <PersonForm
          person={changing === 'new' ? undefined : changing}
          onSubmit={store}
          onClose={() => setChanging(undefined)}
        />
      )}
    </Page>
  );
}
