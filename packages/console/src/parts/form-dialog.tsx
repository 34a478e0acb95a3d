import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useOnce } from '../state/once.ts';
import { t } from '../text/index.ts';
import { Dialog } from './dialog.tsx';
import { Problem } from './problem.tsx';

interface FormDialogProps {
  readonly title: string;
  /** Label of the button that submits. */
  readonly yes: string;
  readonly children: ComponentChildren;
  /** Submits; an error stays in the dialog with the input. */
  readonly onSubmit: () => Promise<unknown>;
  readonly onClose: () => void;
  readonly disabled?: boolean;
  readonly wide?: boolean;
}

/** A form over the page. */
export function FormDialog({ title, yes, children, onSubmit, onClose, disabled, wide }: FormDialogProps) {
  const [error, setError] = useState<unknown>();
  const [submit, isBusy] = useOnce(async () => {
    setError(undefined);
    await onSubmit();
    onClose();
  }, setError);
  return (
    <Dialog title={title} onClose={onClose} wide={wide}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!disabled) submit();
        }}
      >
        {children}
        <Problem error={error} />
        <footer>
          <button type="button" class="plain" onClick={onClose}>
            {t('action.cancel')}
          </button>
          <button type="submit" class="main" disabled={disabled || isBusy} aria-busy={isBusy}>
            {yes}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
