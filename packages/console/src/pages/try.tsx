import { useEffect, useState } from 'preact/hooks';
import { reach } from '../base/reach.ts';
import { query, setQuery } from '../base/route.ts';
import { site } from '../base/site.ts';
import { curlOf, type MadeRequest, type OpenApi, type Operation, operationsOf, requestOf } from '../model/openapi.ts';
import { Action } from '../parts/action.tsx';
import { Field, Input, Select } from '../parts/field.tsx';
import { Content, Page } from '../parts/page.tsx';
import { useLoad } from '../state/load.ts';
import { type SeenAnswer, sendRaw } from '../state/raw.ts';
import { t } from '../text/index.ts';
import { DeveloperTabs } from './webhooks.tsx';

/** The interfaces to try: the sandboxes, and the conversion interface, which has no sandbox. */
const INTERFACES = {
  weighing: { document: 'weighing', address: 'weighing-sandbox', below: '/v2', hasFailures: true },
  project: { document: 'project', address: 'project', below: '/v1/sandbox', hasFailures: true },
  conversion: { document: 'conversion', address: 'conversion', below: '', hasFailures: false },
} as const;
type Name = keyof typeof INTERFACES;
const FAILURES = ['too-many-requests', 'unavailable', 'token-expired', 'slow', 'cut-before', 'cut-after'] as const;

/** Operations of the interfaces to try in the sandbox, as the person who is signed in. */
export function TryPage() {
  const names = (Object.keys(INTERFACES) as Name[]).filter((one) => site.interfaces[INTERFACES[one].address]);
  const asked = query.value.get('interface') as Name | null;
  const name = asked !== null && names.includes(asked) ? asked : names[0]!;
  const { document, address, below } = INTERFACES[name];
  const base = `${site.interfaces[address] ?? ''}${below}`;
  const operations = useLoad(
    async (signal) => {
      const found = await reach(`${site.interfaces[document] ?? ''}/openapi.json`, { signal });
      return operationsOf((await found.json()) as OpenApi);
    },
    [document],
  );
  return (
    <Page title={t('try.title')}>
      <DeveloperTabs open="/developer/try" />
      <p class="quiet">{t('try.about')}</p>
      <Content of={operations}>
        {(all) => {
          const keyOf = ({ method, path }: Operation): string => `${method} ${path}`;
          const chosen = all.find((one) => keyOf(one) === query.value.get('operation')) ?? all[0]!;
          return (
            <>
              <div class="filters wide">
                <Select
                  label={t('credential.for')}
                  value={name}
                  options={names.map((one) => [one, one] as const)}
                  onChange={(one) => setQuery({ interface: one, operation: undefined })}
                />
                <Select
                  label={t('try.operation')}
                  value={keyOf(chosen)}
                  options={all.map((one) => [keyOf(one), `${keyOf(one)} – ${one.summary}`] as const)}
                  onChange={(operation) => setQuery({ operation })}
                />
              </div>
              <TryOperation key={name + keyOf(chosen)} {...{ name, base, operation: chosen }} />
            </>
          );
        }}
      </Content>
    </Page>
  );
}

interface TryProps {
  readonly name: Name;
  readonly base: string;
  readonly operation: Operation;
}

function TryOperation({ name, base, operation }: TryProps) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(operation.parameters.map((one) => [one.name, one.example])),
  );
  const [body, setBody] = useState(operation.body?.example ?? '');
  const [failure, setFailure] = useState('');
  const [answer, setAnswer] = useState<SeenAnswer>();
  useEffect(() => {
    if (name === 'weighing')
      void ownBridge().then((id) => id && setBody((text) => text.replace(LOCATION, `$1"${id}"`)));
  }, []);
  const made = requestOf(operation, base, values, body);
  const request: MadeRequest =
    failure === '' ? made : { ...made, headers: { ...made.headers, 'Fieldbridge-Fail': failure } };
  const credentials: Record<string, string> =
    name === 'project' ? { Authorization: 'Bearer $TOKEN' } : { 'X-ClientId': '$ID', 'X-ClientSecret': '$SECRET' };
  return (
    <div class="halves">
      <section class="card">
        {operation.parameters.map((one) => (
          <Input
            key={one.name}
            label={one.isRequired ? `${one.name} *` : one.name}
            hint={one.description}
            value={values[one.name] ?? ''}
            onChange={(value) => setValues({ ...values, [one.name]: value })}
          />
        ))}
        {operation.body !== undefined && (
          <Field label={t('try.body')}>
            {(id) => (
              <textarea
                id={id}
                class="code"
                rows={Math.min(20, body.split('\n').length + 1)}
                spellcheck={false}
                value={body}
                onInput={(event) => setBody(event.currentTarget.value)}
              />
            )}
          </Field>
        )}
        {INTERFACES[name].hasFailures && (
          <Select
            label={t('try.failure')}
            hint={t('try.failureHint')}
            value={failure}
            options={[
              ['', t('try.noFailure')],
              ...FAILURES.filter((one) => one !== 'token-expired' || name === 'project').map(
                (one) => [one, t(`failure.${one}`)] as const,
              ),
            ]}
            onChange={setFailure}
          />
        )}
        <Action kind="main" onClick={async () => setAnswer(await sendRaw(request))}>
          {t('try.send')}
        </Action>
      </section>
      {answer !== undefined && <Answer answer={answer} />}
      <details>
        <summary>{t('try.curl')}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling with the keyboard needs focus */}
        <pre tabIndex={0}>
          <code>{curlOf(request, location.origin, credentials)}</code>
        </pre>
      </details>
    </div>
  );
}

function Answer({ answer: { status, ms, headers, text } }: { readonly answer: SeenAnswer }) {
  return (
    <section class="card" aria-live="polite">
      <h2>{status === 0 ? t('try.cut') : t('try.answer', { status, ms: Math.round(ms) })}</h2>
      <details>
        <summary>{t('try.headers', { count: headers.length })}</summary>
        <dl class="facts">
          {headers.map(([name, value]) => (
            <>
              <dt>{name}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </>
          ))}
        </dl>
      </details>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling with the keyboard needs focus */}
      {text !== '' && <pre tabIndex={0}>{text}</pre>}
    </section>
  );
}

/** The example names a weigh bridge that does not exist. */
const LOCATION = /("locationId":\s*)"[^"]*"/g;

async function ownBridge(): Promise<string | undefined> {
  const { text } = await sendRaw({
    method: 'GET',
    address: `${site.interfaces['weighing-sandbox'] ?? ''}/v2/locations?limit=1`,
    ...{ headers: {}, body: undefined },
  });
  return (JSON.parse(text) as { items?: { locationId: string }[] }).items?.[0]?.locationId;
}
