import { useEffect, useState } from 'preact/hooks';
import { go } from '../base/route.ts';
import { Action } from '../parts/action.tsx';
import { Input } from '../parts/field.tsx';
import { LanguageChoice } from '../parts/language-choice.tsx';
import { MIN_PASSWORD } from '../parts/own-password.tsx';
import { canUsePasskeys, makePasskey } from '../parts/passkey.ts';
import { Problem } from '../parts/problem.tsx';
import { sent } from '../parts/sent.ts';
import { signIn } from '../parts/sign-in-form.tsx';
import { useOnce } from '../state/once.ts';
import { began, type Session } from '../state/session.ts';
import { t } from '../text/index.ts';

interface Invitation {
  readonly name: string;
  readonly organisation: string | null;
  readonly ways: readonly ('password' | 'passkey' | 'link')[];
}

/** The page of a one-time link: an invitation to choose how to sign in, or a session at once. */
export function WelcomePage() {
  // The fragment is not sent to any server, so the token is in no log.
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? '');
  const [invitation, setInvitation] = useState<Invitation>();
  const [error, setError] = useState<unknown>();
  const [password, setPassword] = useState('');
  const enter = async (session: Session): Promise<void> => {
    began(session);
    go('/', { replace: true });
  };
  useEffect(() => {
    history.replaceState(null, '', location.pathname);
    sent<Invitation>('POST', '/invitations/look', { token }).then(async (found) => {
      if (!found.ways.includes('link')) return setInvitation(found);
      await signIn({ method: 'link', token });
      go('/', { replace: true });
    }, setError);
  }, [token]);
  const withPasskey = async (): Promise<void> => {
    const options = await sent<PublicKeyCredentialCreationOptionsJSON>('POST', '/passkeys/options', {
      ...{ for: 'invitation', token },
    });
    const passkey = await makePasskey(options);
    await enter(await sent<Session>('POST', '/invitations/accept', { token, passkey }));
  };
  const [submit, isBusy] = useOnce(async () => {
    setError(undefined);
    await enter(await sent<Session>('POST', '/invitations/accept', { token, password }));
  }, setError);
  return (
    <main id="main" class="alone">
      <h1>{t('welcome.title')}</h1>
      {error === undefined && invitation === undefined && <p class="quiet">{t('state.loading')}</p>}
      {invitation !== undefined && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <p>{t('welcome.text', { name: invitation.name, organisation: invitation.organisation ?? 'Fieldbridge' })}</p>
          {invitation.ways.includes('passkey') && canUsePasskeys() && (
            <>
              <p>
                <Action kind="main" onClick={withPasskey} onError={setError}>
                  {t('welcome.passkey')}
                </Action>
              </p>
              <p class="quiet">{t('welcome.passkeyHint')}</p>
              <p class="or">{t('signIn.or')}</p>
            </>
          )}
          <Input
            {...{ label: t('welcome.password'), value: password, onChange: setPassword, type: 'password' }}
            {...{
              autoComplete: 'new-password',
              required: true,
              hint: t('welcome.passwordHint', { count: MIN_PASSWORD }),
            }}
          />
          <button class="main" type="submit" disabled={password.length < MIN_PASSWORD || isBusy}>
            {t('welcome.enter')}
          </button>
        </form>
      )}
      <Problem error={error} />
      {error !== undefined && invitation === undefined && <p>{t('welcome.over')}</p>}
      <p>
        <a href="sign-in">{t('signIn.enter')}</a>
      </p>
      <LanguageChoice />
    </main>
  );
}
