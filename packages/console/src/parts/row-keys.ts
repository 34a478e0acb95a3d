/** The arrow keys go from the link or button of one row to that of another. */
export function moveByKeys(event: KeyboardEvent): void {
  const from = document.activeElement?.closest('tr');
  const table = (event.currentTarget as Element).closest('table');
  if (from == null || table === null || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if ((event.target as Element).matches('input, select, textarea')) return;
  const rows = [...table.querySelectorAll<HTMLTableRowElement>('tbody[data-block] tr')];
  const at = rows.indexOf(from);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
  if (at < 0 || to === undefined) return;
  const control = rows[to]?.querySelector<HTMLElement>('a[href], button:not(:disabled)');
  if (control == null) return;
  event.preventDefault();
  control.focus();
  control.scrollIntoView({ block: 'nearest' });
}
