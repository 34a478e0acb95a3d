import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { t } from '../text/index.ts';
import { Action } from './action.tsx';
import { Dialog } from './dialog.tsx';
import { Problem } from './problem.tsx';

interface Question {
  readonly title: string;
  readonly text: string;
  /** Label of the button that confirms. */
  readonly yes: string;
  readonly isDanger?: boolean;
  /** Asks for a reason, which is passed on. */
  readonly reason?: string;
  readonly act: (reason: string) => unknown;
}

const question = signal<Question | null>(null);

/** Asks before an action that cannot be undone. An error stays in the dialog. */
export function confirm(asked: Question): void {
  question.value = asked;
}

/** Where questions appear; once in the page. */
export function Confirmations() {
  const asked = question.value;
  return asked === null ? null : <Confirmation key={asked} asked={asked} />;
}

function Confirmation({ asked }: { readonly asked: Question }) {
  const [error, setError] = useState<unknown>();
  const [reason, setReason] = useState('');
  const close = (): void => {
    question.value = null;
  };
  const act = async (): Promise<void> => {
    await asked.act(reason);
    close();
  };
  return (
    <Dialog title={asked.title} onClose={close}>
      <p>{asked.text}</p>
      {asked.reason !== undefined && (
        <label>
          <span>{asked.reason}</span>
          <input value={reason} maxLength={500} onInput={(event) => setReason(event.currentTarget.value)} />
        </label>
      )}
      <Problem error={error} />
      <footer>
        <button type="button" class="plain" onClick={close}>
          {t('action.cancel')}
        </button>
        <Action
          kind={asked.isDanger ? 'danger' : 'main'}
          disabled={asked.reason !== undefined && reason.trim() === ''}
          onClick={act}
          onError={setError}
        >
          {asked.yes}
        </Action>
      </footer>
    </Dialog>
  );
}
