import { t } from '../text/index.ts';
import { h } from './dom.ts';

/** A button that copies a text, and says whether the browser allowed it. */
export function copyButton(textOf: () => string): HTMLButtonElement {
  const button = h('button', {}, t('copy.button'));
  const copy = async (): Promise<void> => {
    // Pages over plain HTTP have no clipboard.
    const isDone = await Promise.resolve(navigator.clipboard?.writeText(textOf())).then(
      () => navigator.clipboard !== undefined,
      () => false,
    );
    button.textContent = t(isDone ? 'copy.done' : 'copy.refused');
  };
  button.onclick = () => void copy();
  return button;
}
