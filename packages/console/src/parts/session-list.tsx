import type { OwnSession } from '@fieldbridge/contract';
import { people } from '../state/api.ts';
import { useLoad } from '../state/load.ts';
import { say } from '../state/toasts.ts';
import { t } from '../text/index.ts';
import { Action } from './action.tsx';
import { Badge, When } from './bits.tsx';
import { Content } from './page.tsx';

/** Where the person is signed in: a session on a lost device is ended here. */
export function SessionList() {
  const list = useLoad<{ items: OwnSession[] }>(
    (signal) => people.json({ method: 'GET', path: '/sessions', signal }),
    [],
  );
  const end = async (path: string): Promise<void> => {
    await people.done({ method: 'DELETE', path });
    say(t('session.ended'));
    list.reload();
  };
  return (
    <section class="card">
      <h2>{t('session.title')}</h2>
      <Content of={list}>
        {({ items }) => (
          <>
            <ul class="plain">
              {items.map(({ id, device, signedInAt, lastUsedAt, current }) => (
                <li key={id}>
                  <bdi>{device}</bdi>{' '}
                  <small class="quiet">
                    {t('session.since')} <When at={signedInAt} /> · {t('session.lastUsed')} <When at={lastUsedAt} />
                  </small>{' '}
                  {current ? (
                    <Badge kind="good" text={t('session.current')} />
                  ) : (
                    <Action onClick={() => end(`/sessions/${id}`)}>{t('session.end')}</Action>
                  )}
                </li>
              ))}
            </ul>
            {items.length > 2 && <Action onClick={() => end('/sessions')}>{t('session.endOthers')}</Action>}
          </>
        )}
      </Content>
    </section>
  );
}
