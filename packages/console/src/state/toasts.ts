import { signal } from '@preact/signals';

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: 'done' | 'failed';
  /** Undoes it. */
  readonly undo?: () => void;
}

const SHOWN_MS = 6_000;
export const toasts = signal<readonly Toast[]>([]);
let last = 0;

/** Says that something was done; it disappears by itself. */
export function say(text: string, undo?: () => void, kind: Toast['kind'] = 'done'): void {
  const id = ++last;
  toasts.value = [...toasts.value.slice(-3), { id, text, kind, undo }];
  setTimeout(() => drop(id), undo === undefined ? SHOWN_MS : 2 * SHOWN_MS);
}

export function drop(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}
