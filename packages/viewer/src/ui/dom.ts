/** Makes an element. @param properties set on it; `aria-` and `data-` names become attributes */
export function h<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Readonly<Record<string, unknown>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties))
    if (/^(?:aria-|data-|role$)/.test(key)) element.setAttribute(key, String(value));
    else Object.assign(element, { [key]: value });
  element.append(...children);
  return element;
}

/** The head of a column; an empty cell above a column of buttons. */
export const columnHead = (text: string): HTMLElement => (text === '' ? h('td') : h('th', { scope: 'col' }, text));
