import { useState } from 'preact/hooks';
import { people } from '../state/api.ts';
import { freshly } from '../state/session.ts';
import { say } from '../state/toasts.ts';
import { t } from '../text/index.ts';
import { Input } from './field.tsx';
import { FormDialog } from './form-dialog.tsx';

/** Shortest password that the server takes. */
export const MIN_PASSWORD = 12;

/** A button to choose another password. */
export function OwnPassword() {
  const [isOpen, setOpen] = useState(false);
  const [password, setPassword] = useState('');
  const close = (): void => {
    setOpen(false);
    setPassword('');
  };
  return (
    <section class="card">
      <h2>{t('signIn.password')}</h2>
      <button type="button" onClick={() => setOpen(true)}>
        {t('password.choose')}
      </button>
      {isOpen && (
        <FormDialog
          title={t('password.choose')}
          yes={t('action.save')}
          disabled={password.length < MIN_PASSWORD}
          onClose={close}
          onSubmit={async () => {
            await freshly(() => people.done({ method: 'PUT', path: '/password', json: { password } }));
            say(t('password.changed'));
          }}
        >
          <p>{t('password.text')}</p>
          <Input
            {...{ label: t('welcome.password'), value: password, onChange: setPassword, type: 'password' }}
            {...{ autoComplete: 'new-password', required: true, autoFocus: true }}
            hint={t('welcome.passwordHint', { count: MIN_PASSWORD })}
          />
        </FormDialog>
      )}
    </section>
  );
}
