import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { settledLog, startTestServer, type TestServer } from '../testing/server.ts';

// A link to a job shows that job's plan and contents to somebody without any access, and nothing else.

const POINTS = 'name,northing,easting,elevation,code\nA,5000,1000,12.3,KERB\nB,5010,1010,12.2,TREE\n';
const UNKNOWN = '00000000-0000-7000-8000-000000000000';

let server: TestServer;
let owner: Record<string, string>;
before(async () => {
  server = await startTestServer({ failuresPerMinute: 0 });
  const { clientId, clientSecret } = server.demo.conversion;
  owner = { 'x-clientid': clientId, 'x-clientsecret': clientSecret, 'content-type': 'application/json' };
});
after(() => server[Symbol.asyncDispose]());

const at = (path: string): string => `${server.url}/conversion${path}`;
const own = (method: string, path: string, body?: unknown, headers = owner): Promise<Response> =>
  fetch(at(path), { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });

async function makeJob(): Promise<string> {
  const { jobId } = (await (await own('POST', '/job/mjf', { name: 'Ring road', crs: 'EPSG:28992' })).json()) as {
    jobId: string;
  };
  await fetch(at(`/job/${jobId}/csv?filename=secret-name.csv`), { method: 'PUT', headers: owner, body: POINTS });
  await own('GET', `/job/${jobId}/status?wait=60`);
  return jobId;
}

interface Share {
  readonly shareId: string;
  readonly url: string;
  readonly expiresAt: string;
}
const share = async (jobId: string, body = {}): Promise<Share> =>
  (await (await own('POST', `/job/${jobId}/shares`, body)).json()) as Share;

/** Opens a link as its page does. @returns the answer, and the cookie for further requests */
async function open({ shareId, url }: Pick<Share, 'shareId' | 'url'>) {
  const secret = url.split('#')[1] ?? '';
  const answer = await fetch(at(`/shared/${shareId}`), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ secret }),
  });
  return { status: answer.status, cookie: answer.headers.getSetCookie()[0] ?? '', secret };
}
const seen = (path: string, cookie: string): Promise<Response> =>
  fetch(at(path), { headers: { cookie: cookie.split(';')[0]! } });

describe('a link to a job', () => {
  test('shows plan and contents of this job, without any other access', async () => {
    const jobId = await makeJob();
    const link = await share(jobId, { days: 3 });
    assert.match(link.url, /\/shared\/[0-9a-f-]{36}#fbsh_[\w-]{43}$/);
    assert.ok(Math.abs(Date.parse(link.expiresAt) - Date.now() - 3 * 86_400_000) < 60_000);
    const { status, cookie } = await open(link);
    assert.equal(status, 204);
    assert.match(cookie, /; Path=\/conversion\/shared\/[0-9a-f-]{36}; Max-Age=\d+; HttpOnly; SameSite=Strict/);
    const info = (await (await seen(`/shared/${link.shareId}`, cookie)).json()) as Record<string, unknown>;
    assert.deepEqual(
      [info['name'], info['crs'], (info['counts'] as { points: number }).points, info['jobId'], info['status']],
      ['Ring road', 'EPSG:28992', 2, undefined, undefined],
    );
    const view = await seen(`/shared/${link.shareId}/view`, cookie);
    assert.deepEqual([info['sources'], info['formats']], [undefined, []], 'no names of files');
    const { segments } = (await view.json()) as { segments: { id: string }[] };
    for (const path of ['', '/check', ...['0/0', 'feature/points/0'].map((one) => `/view/${segments[0]!.id}/${one}`)]) {
      const answer = await seen(`/shared/${link.shareId}${path}`, cookie);
      const kept = ['cache-control', 'referrer-policy'].map((name) => answer.headers.get(name));
      assert.deepEqual([answer.status, ...kept], [200, 'no-store', 'no-referrer'], path);
    }
  });

  test('opens nothing else: no other job, no file, no export, no list, no change', async () => {
    const [jobId, other] = [await makeJob(), await makeJob()];
    const [link, otherLink] = [await share(jobId), await share(other)];
    const { cookie, secret } = await open(link);
    for (const path of [`/shared/${otherLink.shareId}`, `/shared/${otherLink.shareId}/view`, `/shared/${UNKNOWN}`])
      assert.equal((await seen(path, cookie)).status, 410, path);
    for (const path of ['asdxf', 'asdxf/report', 'shares', 'files', 'status', 'info'])
      assert.equal((await seen(`/shared/${link.shareId}/${path}`, cookie)).status, 404, path);
    for (const path of [
      `/job/${jobId}`,
      `/job/${jobId}/info`,
      `/job/${jobId}/view`,
      `/job/${jobId}/asdxf`,
      '/job',
      '/formats',
    ])
      for (const headers of [
        { cookie: cookie.split(';')[0]! },
        { authorization: `Bearer ${secret}` },
        { 'x-clientid': link.shareId, 'x-clientsecret': secret },
        { cookie: `fieldbridge_session=${secret}` },
      ])
        assert.equal((await fetch(at(path), { headers })).status, 401, path);
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const answer = await fetch(at(`/shared/${link.shareId}`), { method, headers: { cookie: cookie.split(';')[0]! } });
      assert.equal(answer.status, 405, method);
    }
  });

  test('lets people download the job, if its owner says so', async () => {
    const link = await share(await makeJob(), { downloads: true });
    const { cookie } = await open(link);
    const { formats } = (await (await seen(`/shared/${link.shareId}`, cookie)).json()) as { formats: { id: string }[] };
    assert.ok(formats.some(({ id }) => id === 'dxf'));
    const file = await seen(`/shared/${link.shareId}/ascsv`, cookie);
    assert.deepEqual([file.status, file.headers.get('cache-control')], [200, 'no-store']);
    assert.match(await file.text(), /KERB/);
    assert.equal((await fetch(at(`/shared/${link.shareId}/ascsv`))).status, 410);
  });

  test('is over when it is taken back, also where it is open; others stay', async () => {
    const jobId = await makeJob();
    const [link, kept] = [await share(jobId), await share(jobId)];
    const [{ cookie }, { cookie: keptCookie }] = [await open(link), await open(kept)];
    const list = async () => ((await (await own('GET', `/job/${jobId}/shares`)).json()) as { items: Share[] }).items;
    assert.deepEqual(
      (await list()).map(({ shareId, url }) => [shareId, url]),
      [
        [link.shareId, undefined],
        [kept.shareId, undefined],
      ],
      'the address is shown once',
    );
    assert.equal((await own('DELETE', `/job/${jobId}/shares/${link.shareId}`)).status, 204);
    assert.equal((await own('DELETE', `/job/${jobId}/shares/${link.shareId}`)).status, 404);
    for (const path of ['', '/check', '/view', '/view/r1/0/0', '/view/r1/feature/points/0'])
      assert.equal((await seen(`/shared/${link.shareId}${path}`, cookie)).status, 410, path);
    assert.equal((await open(link)).status, 410);
    assert.equal((await seen(`/shared/${kept.shareId}`, keptCookie)).status, 200);
    assert.equal((await own('DELETE', `/job/${jobId}`)).status, 204);
    assert.equal((await seen(`/shared/${kept.shareId}`, keptCookie)).status, 410, 'the job is gone');
  });

  test('is over at its time', async () => {
    const jobId = await makeJob();
    const link = await share(jobId, { days: 1 });
    const { cookie } = await open(link);
    const { store } = server.context.space('conversion');
    await store.write((tx) => tx.run('UPDATE shares SET expiresAt = ? WHERE id = ?', 1000, link.shareId));
    const over = await seen(`/shared/${link.shareId}`, cookie);
    assert.deepEqual([over.status, ((await over.json()) as { code: string }).code], [410, 'share-over']);
    assert.equal((await open(link)).status, 410);
    assert.deepEqual(await (await own('GET', `/job/${jobId}/shares`)).json(), { items: [] });
  });

  test('is refused with a wrong secret, and made, seen and taken back by the owner of the job only', async () => {
    const jobId = await makeJob();
    const link = await share(jobId);
    for (const secret of ['', 'fbsh_wrong', link.url.split('#')[1]!.slice(0, -1), 'x'.repeat(256)])
      assert.equal((await open({ ...link, url: `#${secret}` })).status, 410, secret);
    const { clientId, clientSecret } = await server.otherOrganisation('conversion');
    const others = { ...owner, 'x-clientid': clientId, 'x-clientsecret': clientSecret };
    for (const [method, path] of [
      ['POST', `/job/${jobId}/shares`],
      ['GET', `/job/${jobId}/shares`],
      ['DELETE', `/job/${jobId}/shares/${link.shareId}`],
    ] as const)
      assert.equal((await own(method, path, method === 'POST' ? {} : undefined, others)).status, 404, path);
    for (const body of [{ days: 0 }, { days: 367 }, { day: 1 }, { downloads: 1 }])
      assert.equal((await own('POST', `/job/${jobId}/shares`, body)).status, 422, JSON.stringify(body));
  });

  test('is in the audit trail, its secret nowhere; its page is not indexed', async () => {
    const jobId = await makeJob();
    const link = await share(jobId);
    await open(link);
    await own('DELETE', `/job/${jobId}/shares/${link.shareId}`);
    const trail = (await server.context.audit.list(100)).filter(({ subject }) => subject === jobId);
    assert.deepEqual(
      trail.map(({ action }) => action),
      ['job.share-ended', 'job.shared'],
    );
    const secret = link.url.split('#')[1]!;
    assert.ok(!`${await settledLog(server)}${JSON.stringify(trail)}`.includes(secret));
    const page = await fetch(`${server.url.replace('127.0.0.1', 'localhost')}/shared/${link.shareId}`);
    assert.deepEqual([page.status, page.headers.get('x-robots-tag')], [200, 'noindex, nofollow']);
  });
});

test('wrong links are limited by address, right ones are not', async () => {
  await using limited = await startTestServer({ failuresPerMinute: 3 });
  const { clientId, clientSecret } = limited.demo.conversion;
  const headers = { 'x-clientid': clientId, 'x-clientsecret': clientSecret, 'content-type': 'application/json' };
  const call = (path: string, body: object): Promise<Response> =>
    fetch(`${limited.url}/conversion${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const { jobId } = (await (await call('/job/mjf', { unit: 'm' })).json()) as { jobId: string };
  const { shareId, url } = (await (await call(`/job/${jobId}/shares`, {})).json()) as Share;
  const seen = [];
  for (let i = 0; i < 5; i++) seen.push((await call(`/shared/${shareId}`, { secret: `wrong ${i}` })).status);
  assert.deepEqual(seen, [410, 410, 410, 429, 429]);
  assert.equal((await call(`/shared/${shareId}`, { secret: url.split('#')[1] })).status, 204);
});
