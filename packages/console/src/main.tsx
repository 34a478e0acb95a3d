import { type ComponentChild, render } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { isPartMissing, reach } from './base/reach.ts';
import { path, startRouting } from './base/route.ts';
import { ClosedPage, UnchosenPage } from './pages/closed.tsx';
import { SignInPage } from './pages/sign-in.tsx';
import { Page } from './parts/page.tsx';
import { Problem, sentenceOf } from './parts/problem.tsx';
import { Shell } from './parts/shell.tsx';
import { isPlace, type PageComponent, pageFor } from './places.ts';
import { startLive } from './state/live.ts';
import { isUnchosen, may, type Part, partOf } from './state/rights.ts';
import { ask, session } from './state/session.ts';
import { startTheme } from './state/theme.ts';
import { say } from './state/toasts.ts';
import { browserLanguage, setLanguage, t } from './text/index.ts';

/** The pages whose code has been fetched. */
const fetched = new Map<() => Promise<PageComponent>, PageComponent>();

startTheme();
startRouting(isPlace);
startLive();
// Parts of the viewer are fetched on demand, too.
addEventListener('unhandledrejection', (event) => {
  if (!isPartMissing(event.reason)) return;
  event.preventDefault();
  say(sentenceOf(event.reason), undefined, 'failed');
});

// Requested at once, while the page's code is fetched; errors are reported below.
let asked: Promise<unknown> | undefined = ask();
asked.catch(() => undefined);
pageFor(path.value)().catch(() => undefined);
const body = document.getElementById('app')!;
body.replaceChildren();
render(<App />, body);
void setLanguage(browserLanguage(), false);

function App() {
  const [failure, setFailure] = useState<unknown>();
  const begin = (): void => {
    setFailure(undefined);
    (asked ?? ask()).catch(setFailure);
    asked = undefined;
  };
  useEffect(begin, []);
  const first = `/${path.value.split('/')[1]}`;
  if (first === '/welcome' || first === '/shared') return <Open load={pageFor(path.value)} />;
  if (failure !== undefined && session.value === undefined)
    return (
      <main class="alone">
        <h1>Fieldbridge</h1>
        <Problem error={failure} retry={begin} />
      </main>
    );
  if (session.value === undefined) return null;
  if (session.value === null) return <SignInPage />;
  return <Shell>{closed(partOf(path.value)) ?? <Open load={pageFor(path.value)} />}</Shell>;
}

/** The parts that show the data of one organisation. */
const OF_ORGANISATION: readonly (Part | undefined)[] = [
  ...(['jobs', 'newJobs', 'tickets', 'newTickets', 'totals', 'projects', 'webhooks'] as const),
];

/** Shown instead of a page that the person cannot open. */
function closed(part: Part | undefined): ComponentChild {
  if (part !== undefined && !may(part)) return <ClosedPage />;
  return OF_ORGANISATION.includes(part) && isUnchosen() ? <UnchosenPage /> : undefined;
}

/** A page whose code is fetched when it is first opened. */
function Open({ load }: { readonly load: () => Promise<PageComponent> }) {
  const [, setFetched] = useState(0);
  const [failure, setFailure] = useState<{ load: typeof load; error: unknown }>();
  useLayoutEffect(() => {
    if (fetched.has(load)) return;
    load().then(
      (Body) => setFetched(fetched.set(load, Body).size),
      (error: unknown) => setFailure({ load, error }),
    );
  }, [load]);
  /** A new version of the server has other files. While the server is gone, the browser would show a page of its own. */
  const again = (): Promise<void> =>
    reach(document.baseURI, { method: 'HEAD' }).then(
      () => location.reload(),
      (error: unknown) => setFailure({ load, error }),
    );
  if (failure?.load === load)
    return (
      <Page title={t('error.page')}>
        <Problem error={failure.error} retry={() => void again()} />
      </Page>
    );
  // The previous page would take the new address for its own.
  const Body = fetched.get(load);
  return Body === undefined ? null : <Body />;
}
