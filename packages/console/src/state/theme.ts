import { effect, signal } from '@preact/signals';
import { remember, remembered } from '../base/remembered.ts';

export type ThemeName = 'auto' | 'light' | 'dark';
export const theme = signal<ThemeName>(remembered<ThemeName>('theme', 'auto'));
const dark = matchMedia('(prefers-color-scheme: dark)');
/** Whether the page is dark now. */
export const isDark = signal(false);

export function startTheme(): void {
  const system = signal(dark.matches);
  dark.addEventListener('change', () => {
    // Browsers print in the light theme; the page must not be rebuilt for that.
    if (!matchMedia('print').matches) system.value = dark.matches;
  });
  effect(() => {
    isDark.value = theme.value === 'dark' || (theme.value === 'auto' && system.value);
    document.documentElement.dataset['theme'] = isDark.value ? 'dark' : 'light';
    remember('theme', theme.value);
  });
}
