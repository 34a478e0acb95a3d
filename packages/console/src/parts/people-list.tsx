import type { Version } from '@fieldbridge/client/transport/version.ts';
import type { PersonView } from '@fieldbridge/contract';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { people } from '../state/api.ts';
import { freshly } from '../state/session.ts';
import { say } from '../state/toasts.ts';
import { t } from '../text/index.ts';
import { Action } from './action.tsx';
import { Badge, When } from './bits.tsx';
import { confirm } from './confirm.tsx';
import { Page } from './page.tsx';
import { Paged, usePaged } from './paged.tsx';
import { PersonForm } from './person-form.tsx';
import { nameOfRole, nameOfSpace } from './role-names.ts';
import { showOnce } from './secret.tsx';

interface PeopleListProps {
  readonly title: string;
  readonly tabs?: ComponentChildren;
  /** Whether somebody may be changed, invited and removed. */
  readonly mayHandle: (person: PersonView) => boolean;
  readonly mayAdd: boolean;
}

/** People who may sign in, and their invitations: everybody at the desk, elsewhere those of the user's organisation. */
export function PeopleList({ title, tabs, mayHandle, mayAdd }: PeopleListProps) {
  const list = usePaged<PersonView>(people, '/people');
  const [changing, setChanging] = useState<Version<PersonView> | 'new'>();
  const open = async ({ id }: PersonView): Promise<void> =>
    setChanging(await people.version<PersonView>({ method: 'GET', path: `/people/${id}` }));
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
      title={title}
      actions={
        mayAdd && (
          <button type="button" class="main" onClick={() => setChanging('new')}>
            {t('person.add')}
          </button>
        )
      }
    >
      {tabs}
      <Paged {...{ list, caller: people, path: '/people', empty: t('person.none') }}>
        {(items) =>
          items.map((person) => (
            <section class="card" key={person.id}>
              <div class="file">
                <div>
                  <h2>
                    <bdi>{person.name}</bdi>{' '}
                    {person.ways.length === 0 && person.lastSignInAt === null && (
                      <Badge kind="doubt" text={t('person.noWay')} />
                    )}
                  </h2>
                  <p class="quiet">
                    <bdi>{person.email ?? t('person.noEmail')}</bdi> · {t('person.lastSeen')}{' '}
                    {person.lastSignInAt === null ? '–' : <When at={person.lastSignInAt} />}
                  </p>
                  <ul class="kinds">
                    {person.deskRole !== null && (
                      <li class="badge busy">{`${nameOfSpace('desk')}: ${nameOfRole(person.deskRole)}`}</li>
                    )}
                    {Object.entries(person.roles).map(
                      ([space, roles]) =>
                        roles.length > 0 && (
                          <li class="badge">{`${nameOfSpace(space)}: ${roles.map(nameOfRole).join(', ')}`}</li>
                        ),
                    )}
                  </ul>
                </div>
                {mayHandle(person) && (
                  <div class="actions">
                    <button type="button" onClick={() => invite(person)}>
                      {t('person.invite')}
                    </button>
                    <Action onClick={() => open(person)}>{t('action.change')}</Action>
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
          stored={changing === 'new' ? undefined : changing}
          onStored={list.reload}
          onClose={() => setChanging(undefined)}
        />
      )}
    </Page>
  );
}
