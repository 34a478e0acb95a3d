import type { ComponentChildren } from 'preact';
import { useOnce } from '../state/once.ts';
import { notice } from '../state/session.ts';
import { say } from '../state/toasts.ts';
import { sentenceOf } from './problem.tsx';

/** At the bottom of the page. */
function tell(error: unknown): void {
  notice(error);
  say(sentenceOf(error), undefined, 'failed');
}

interface ActionProps {
  readonly children: ComponentChildren;
  /** The action; the button is disabled while it runs, so that a double click does it once. */
  readonly onClick: () => unknown;
  readonly kind?: 'main' | 'danger' | 'plain';
  readonly disabled?: boolean;
  readonly title?: string;
  readonly class?: string;
  /** Shows an error somewhere other than at the bottom of the page. */
  readonly onError?: (error: unknown) => void;
}

/** A button for something that takes a while or may fail. */
export function Action({ children, onClick, kind = 'plain', disabled = false, title, onError, ...rest }: ActionProps) {
  const [press, isBusy] = useOnce(onClick, onError ?? tell);
  return (
    <button
      type="button"
      class={`${kind} ${rest.class ?? ''}`}
      disabled={disabled || isBusy}
      aria-busy={isBusy}
      title={title}
      onClick={press}
    >
      {children}
    </button>
  );
}
