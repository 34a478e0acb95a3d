import { h } from './dom.ts';

/**
 * A picture in the place of the view, with a sentence that says why.
 * @param act what can be done about it, and does it: draw after all
 */
export function stillPicture(
  address: string,
  note: HTMLElement,
  reason: string,
  [act, draw]: readonly [act: string, draw: () => void],
): HTMLElement {
  const image = h('img', { className: 'still', src: address, alt: reason });
  const button = h('button', {}, act);
  button.onclick = () => {
    image.remove();
    draw();
  };
  image.onerror = () => image.remove();
  note.replaceChildren(reason, ' ', button);
  return image;
}
