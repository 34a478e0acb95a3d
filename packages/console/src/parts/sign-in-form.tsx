import { useState } from 'preact/hooks';
import { site } from '../base/site.ts';
import { useOnce } from '../state/once.ts';
import { began, type Session, type SignIn } from '../state/session.ts';
import { t } from '../text/index.ts';
import { Action } from './action.tsx';
import { Input } from './field.tsx';
import { canUsePasskeys, signWithPasskey } from './passkey.ts';
import { Problem } from './problem.tsx';
import { sent } from './sent.ts';

/** Opens a session. @throws ProblemError */
export async function signIn(way: SignIn): Promise<void> {
  began(await sent<Session>('POST', '/session', way));
}

/** The ways to sign in. */
export function SignInForm({ email: known = '' }: { readonly email?: string }) {
  const [way, setWay] = useState<'password' | 'key'>('password');
  const [email, setEmail] = useState(known);
  const [secret, setSecret] = useState('');
  const [error, setError] = useState<unknown>();
  const [submit, isBusy] = useOnce(() => {
    setError(undefined);
    return signIn(way === 'key' ? { method: 'key', key: secret } : { method: 'password', email, password: secret });
  }, setError);
  return (
    <form
      class="sign-in"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {canUsePasskeys() && (
        <>
          <Action kind="main" onClick={async () => signIn(await signWithPasskey())} onError={setError}>
            {t('signIn.passkey')}
          </Action>
          <p class="or">{t('signIn.or')}</p>
        </>
      )}
      {way === 'password' && (
        <Input
          {...{ label: t('signIn.email'), value: email, onChange: setEmail, type: 'email', name: 'email' }}
          {...{ autoComplete: 'username', required: true, maxLength: 320 }}
        />
      )}
      <Input
        {...{ label: t(way === 'key' ? 'signIn.key' : 'signIn.password'), value: secret, onChange: setSecret }}
        {...{ type: 'password', required: true, maxLength: 256, name: way }}
        autoComplete={way === 'key' ? 'off' : 'current-password'}
        hint={way === 'key' ? t('signIn.keyHint') : undefined}
      />
      <Problem error={error} />
      <div class="actions">
        <button class="main" type="submit" disabled={isBusy} aria-busy={isBusy}>
          {t('signIn.enter')}
        </button>
        <button class="plain" type="button" onClick={() => setWay(way === 'key' ? 'password' : 'key')}>
          {t(way === 'key' ? 'signIn.withPassword' : 'signIn.withKey')}
        </button>
      </div>
      <p class="quiet">{t('signIn.help', { email: site.supportEmail })}</p>
    </form>
  );
}
