import { t } from '../text/index.ts';
import { h } from './dom.ts';

/**
 * A picture in the place of the view, with a sentence that says why.
 * @param draw tries to draw after all
 */
export function stillPicture(address: string, note: HTMLElement, reason: string, draw: () => void): HTMLElement {
  const image = h('img', { className: 'still', src: address, alt: reason });
  const button = h('button', {}, t('note.stillDraw'));
  button.onclick = () => {
    image.remove();
    draw();
  };
  image.onerror = () => image.remove();
  note.replaceChildren(reason, ' ', button);
  return image;
}
