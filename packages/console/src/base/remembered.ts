const PREFIX = 'fieldbridge.';

/** A setting of this browser; the default where storage is switched off. */
export function remembered<T extends string>(name: string, usual: T): T {
  try {
    return (localStorage.getItem(PREFIX + name) as T | null) ?? usual;
  } catch {
    return usual;
  }
}

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // Private windows may refuse: the setting then lasts as long as the page.
  }
}
