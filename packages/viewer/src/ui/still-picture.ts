import { h } from './dom.ts';

/**
 * A picture in place of the view, with a sentence that explains why.
 * @param act label and function of a remedy: drawing anyway
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
