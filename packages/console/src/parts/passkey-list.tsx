import { people } from '../state/api.ts';
import { useLoad } from '../state/load.ts';
import { freshly } from '../state/session.ts';
import { say } from '../state/toasts.ts';
import { t } from '../text/index.ts';
import { Action } from './action.tsx';
import { When } from './bits.tsx';
import { confirm } from './confirm.tsx';
import { Content } from './page.tsx';
import { canUsePasskeys, makePasskey } from './passkey.ts';

interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

/** The user's own passkeys: one for each device, so that losing one does not lock the person out. */
export function PasskeyList() {
  const list = useLoad<{ items: Passkey[] }>((signal) => people.json({ method: 'GET', path: '/passkeys', signal }), []);
  const add = async (): Promise<void> => {
    const json = { for: 'registration' };
    const options = await freshly(() =>
      people.json<PublicKeyCredentialCreationOptionsJSON>({
        method: 'POST',
        path: '/passkeys/options',
        json,
        plain: true,
      }),
    );
    const credential = await makePasskey(options);
    await people.json({ method: 'POST', path: '/passkeys', json: { credential } });
    say(t('passkey.added'));
    list.reload();
  };
  const remove = ({ id, name }: Passkey): void =>
    confirm({
      title: t('passkey.removeTitle', { name }),
      text: t('passkey.removeText'),
      yes: t('person.remove'),
      isDanger: true,
      act: async () => {
        await freshly(() => people.done({ method: 'DELETE', path: `/passkeys/${id}` }));
        list.reload();
      },
    });
  return (
    <section class="card">
      <h2>{t('passkey.title')}</h2>
      <Content of={list}>
        {({ items }) => (
          <ul class="plain">
            {items.length === 0 && <li class="quiet">{t('passkey.none')}</li>}
            {items.map((one) => (
              <li key={one.id}>
                <bdi>{one.name}</bdi>{' '}
                <small class="quiet">
                  <When at={one.createdAt} /> · {t('credential.lastUsed')}{' '}
                  {one.lastUsedAt === null ? '–' : <When at={one.lastUsedAt} />}
                </small>{' '}
                <button type="button" class="plain" onClick={() => remove(one)}>
                  {t('person.remove')}
                </button>
              </li>
            ))}
          </ul>
        )}
      </Content>
      {canUsePasskeys() ? (
        <Action onClick={add}>{t('welcome.passkey')}</Action>
      ) : (
        <p class="note">{t('passkey.notHere')}</p>
      )}
    </section>
  );
}
