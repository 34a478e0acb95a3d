import { signal } from '@preact/signals';
import { say } from '../state/toasts.ts';
import { t } from '../text/index.ts';
import { Dialog } from './dialog.tsx';

interface Shown {
  readonly title: string;
  readonly text: string;
  /** Names and values; each value can be copied. */
  readonly values: readonly (readonly [name: string, value: string])[];
}

const shown = signal<Shown | null>(null);

/** Shows something that is shown only once. It is kept only in the dialog. */
export function showOnce(what: Shown): void {
  shown.value = what;
}

/** Where secrets appear; once in the page. */
export function Secrets() {
  const what = shown.value;
  if (what === null) return null;
  const close = (): void => {
    shown.value = null;
  };
  return (
    <Dialog title={what.title} wide>
      <p class="note doubt">{what.text}</p>
      {what.values.map(([name, value]) => (
        <div class="secret">
          <span>{name}</span>
          <code>{value}</code>
          <button
            type="button"
            onClick={() => {
              void navigator.clipboard.writeText(value).then(
                () => say(t('secret.copied', { name: name === '' ? what.title : name })),
                () => say(t('secret.notCopied'), undefined, 'failed'),
              );
            }}
          >
            {t('secret.copy')}
          </button>
        </div>
      ))}
      <footer>
        <button type="button" class="main" onClick={close}>
          {t('secret.kept')}
        </button>
      </footer>
    </Dialog>
  );
}
