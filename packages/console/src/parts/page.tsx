import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Loaded } from '../state/load.ts';
import { t } from '../text/index.ts';
import { Problem } from './problem.tsx';

interface PageProps {
  readonly title: string;
  /** The parent page: address and name. */
  readonly above?: readonly [string, string];
  readonly actions?: ComponentChildren;
  readonly children?: ComponentChildren;
  readonly class?: string;
}

/** A page: heading, actions, content. */
export function Page({ title, above, actions, children, ...rest }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Fieldbridge`;
  }, [title]);
  return (
    <main id="main" class={rest.class ?? ''} tabIndex={-1}>
      <div class="heading">
        <div>
          {above !== undefined && (
            <a class="above" href={above[0].slice(1)}>
              {above[1]}
            </a>
          )}
          <h1>
            <bdi>{title}</bdi>
          </h1>
        </div>
        {actions !== undefined && <div class="actions">{actions}</div>}
      </div>
      {children}
    </main>
  );
}

/** Loaded data: its content, or a note that it is loading, or why it failed. */
export function Content<T>({
  of,
  children,
}: {
  readonly of: Loaded<T>;
  readonly children: (data: T) => ComponentChildren;
}) {
  if (of.data !== undefined)
    return (
      <>
        {of.error !== undefined && <Problem error={of.error} retry={of.reload} />}
        {children(of.data)}
      </>
    );
  if (of.error !== undefined) return <Problem error={of.error} retry={of.reload} />;
  return (
    <p class="quiet loading" role="status">
      {t('state.loading')}
    </p>
  );
}

/** An empty list: what to do next. */
export function Empty({ text, children }: { readonly text: string; readonly children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p>{text}</p>
      {children}
    </div>
  );
}

/** Links between the parts of a page; which one is open is in the address. */
export function Tabs({ tabs, open }: { readonly tabs: readonly (readonly [string, string])[]; readonly open: string }) {
  const list = useRef<HTMLElement>(null);
  // On a phone the open one may be off the screen.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [open]);
  return (
    <nav class="tabs" aria-label={t('nav.parts')} ref={list}>
      {tabs.map(([to, text]) => (
        <a href={to.slice(1)} aria-current={to === open ? 'page' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}
