/** Drawings of 24 × 24, as strokes. */
const ICONS = {
  home: 'M4 11 12 4l8 7v9h-5v-6H9v6H4z',
  jobs: 'M4 6h6l2 2h8v11H4z M8 15l3-3 2 2 3-4',
  tickets: 'M3 8h18v8H3z M8 8v8 M12 12h6',
  projects: 'M4 20V9l8-5 8 5v11z M9 20v-6h6v6',
  desk: 'M4 12h16 M6 12v7 M18 12v7 M9 12V7h6v5',
  system: 'M4 12h4l2-6 4 12 2-6h4',
  developer: 'M9 7 4 12l5 5 M15 7l5 5-5 5',
  people: 'M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6z M3 19c1-5 11-5 12 0 M16 11a3 3 0 1 0-1-6 M17 14c2 0 4 2 4 5',
  me: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8z M4 21c1-5 15-5 16 0',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14z M16 16l5 5',
  upload: 'M12 16V5 M7 9l5-5 5 5 M4 20h16',
  file: 'M6 3h8l4 4v14H6z M14 3v4h4',
} as const;

export type IconName = keyof typeof ICONS;

/** A small drawing beside a word; it adds no information to the word. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
      <path d={ICONS[name]} fill="none" stroke="currentColor" stroke-width="1.8" stroke-linejoin="round" />
    </svg>
  );
}
