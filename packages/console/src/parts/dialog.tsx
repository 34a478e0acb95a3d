import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../text/index.ts';

interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** Called when it is closed, by Escape too. Without it, it cannot be closed. */
  readonly onClose?: () => void;
  readonly wide?: boolean;
}

/** A dialog over the page. */
export function Dialog({ title, children, onClose, wide = false }: DialogProps) {
  const place = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const { current } = place;
    current?.showModal();
    // The browser would focus the button that closes it. Secrets have a button to copy them: an Enter meant for the
    // previous form must not close the dialog.
    current?.querySelector<HTMLElement>('input, select, textarea, .secret button, footer button')?.focus();
    return () => current?.close();
  }, []);
  return (
    <dialog
      ref={place}
      class={wide ? 'wide' : ''}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      <header>
        <h2>{title}</h2>
        {onClose !== undefined && (
          <button type="button" class="plain icon" aria-label={t('action.close')} onClick={onClose}>
            ×
          </button>
        )}
      </header>
      {children}
    </dialog>
  );
}
