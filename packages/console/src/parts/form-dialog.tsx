import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../text/index.ts';
import { Action } from './action.tsx';
import { Dialog } from './dialog.tsx';
import { Problem } from './problem.tsx';

interface FormDialogProps {
  readonly title: string;
  /** What the button says that does it. */
  readonly yes: string;
  readonly children: ComponentChildren;
  /** Does it; an error stays in the dialog with what was typed. */
  readonly onSubmit: () => Promise<unknown>;
  readonly onClose: () => void;
  readonly disabled?: boolean;
  readonly wide?: boolean;
}

/** A form over the page. */
export function FormDialog({ title, yes, children, onSubmit, onClose, disabled, wide }: FormDialogProps) {
  const [error, setError] = useState<unknown>();
  const submit = async (): Promise<void> => {
    setError(undefined);
    await onSubmit();
    onClose();
  };
  return (
    <Dialog title={title} onClose={onClose} wide={wide}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!disabled) submit().catch(setError);
        }}
      >
        {children}
        <Problem error={error} />
        <footer>
          <button type="button" class="plain" onClick={onClose}>
            {t('action.cancel')}
          </button>
          <Action kind="main" disabled={disabled} onClick={submit} onError={setError}>
            {yes}
          </Action>
        </footer>
      </form>
    </Dialog>
  );
}
