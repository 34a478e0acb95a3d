import assert from 'node:assert/strict';
import { pdfOfPages } from '@fieldbridge/formats/testing/pdf-file.ts';
import {
  EXAMPLE_COLLECTION,
  EXAMPLE_DELIVERY,
  EXAMPLE_IDS,
  EXAMPLE_KEY,
  EXAMPLE_SECRET,
} from '../src/http/example-ids.ts';
import type { Json } from './desk.ts';
import { holdConverters } from './hold-converters.ts';
import { until } from './receiver.ts';
import type { TestServer } from './server.ts';

/** What the values of the examples stand for on a server: from the value in the document to the real one. */
export type World = Readonly<Record<string, string>>;

/** One interface on a demonstration server, with what its examples need. */
export interface ExampleInterface {
  readonly name: 'project' | 'weighing' | 'conversion' | 'operator';
  /** Address of its OpenAPI document. */
  readonly document: string;
  /** The address of the sandbox, as the document's first server. */
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Makes the objects that an operation is about. */
  make(operationId: string): Promise<World>;
}

const POINTS = 'name,northing,easting,elevation,code\nA,5000,1000,12.3,KERB\nB,5000.4,1012.5,12.2,TREE\n';
/** A plot with a picture of 64 by 64 pixels, in ASCII. */
const PLOT = Buffer.from(
  pdfOfPages(
    [{ content: 'q 100 0 0 50 20 10 cm /I Do Q', resources: '/XObject<</I 3 0 R>>', isPlain: true }],
    [
      {
        text: '/Type/XObject/Subtype/Image/Width 64/Height 64/ColorSpace/DeviceGray/BitsPerComponent 1/Filter/ASCIIHexDecode',
        stream: Buffer.from(`${'55'.repeat(512)}>`),
      },
    ],
  ),
).toString('latin1');
const EVENTS = { url: 'https://example.com/fieldbridge' };

/** The four interfaces of a server. */
export async function exampleInterfaces(server: TestServer): Promise<ExampleInterface[]> {
  const { demo } = server;
  const own = ({ clientId, clientSecret }: { clientId: string; clientSecret: string }) => ({
    [EXAMPLE_IDS.client]: clientId,
    [EXAMPLE_SECRET]: clientSecret,
  });
  const pair = ({ clientId, clientSecret }: { clientId: string; clientSecret: string }) => ({
    'x-clientid': clientId,
    'x-clientsecret': clientSecret,
  });
  const form = new URLSearchParams({
    ...{ grant_type: 'client_credentials', client_id: demo.project.clientId },
    client_secret: demo.project.clientSecret,
  });
  const answer = await fetch(`${server.url}/project/v1/sandbox/token`, { method: 'POST', body: form });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const project = callerOf(`${server.url}/project/v1/sandbox`, { authorization: `Bearer ${token}` });
  const weighing = callerOf(`${server.url}/weighing-sandbox/v2`, pair(demo.weighing));
  const conversion = callerOf(`${server.url}/conversion`, pair(demo.conversion));
  const desk = callerOf(`${server.url}/operator/v1`, { authorization: `Bearer ${demo.operator.key}` });
  let count = 0;

  const makeProject = async (operationId: string): Promise<World> => {
    const [division] = await project.call('GET', '/divisions');
    const input = { divisionId: division.id, number: `P-${++count}`, name: 'Bridge' };
    const { endpoint, behind } = await endpointOf(project, operationId);
    const made = await project.call('POST', '/projects', input);
    const ids = { [EXAMPLE_IDS.division]: division.id, [EXAMPLE_IDS.project]: made.id };
    return { ...own(demo.project), ...ids, ...endpoint, ...(await behind()) };
  };
  const makeTicket = async (operationId: string): Promise<World> => {
    const locationId = demo.weighing.locationIds[0]!;
    const { endpoint, behind } = await endpointOf(weighing, operationId);
    const nettWeight = { quantity: 25, unit: 't', datetime: '2026-05-04T08:15:00Z' };
    // Findings to settle.
    const doubt = operationId.endsWith('Settlement') ? { tareWeight: { quantity: -1, unit: 't' } } : {};
    const ticket = { locationId, externalId: `W-${++count}`, nettWeight, ...doubt };
    const { uuid } = await weighing.call('POST', '/weighing', ticket);
    const ids = { [EXAMPLE_IDS.location]: locationId, [EXAMPLE_IDS.ticket]: uuid };
    return { ...ids, ...endpoint, ...(await behind()) };
  };
  const makeJob = async (operationId: string): Promise<World> => {
    const { endpoint, behind } = await endpointOf(conversion, operationId);
    const { jobId } = await conversion.call('POST', '/job/mjf', { name: 'Site', unit: 'm', crs: 'EPSG:28992' });
    if (operationId === 'postJobByJobIdFilesByFileIdCancel') {
      const held = holdConverters(server.directory, 'held.csv');
      const { fileId } = await conversion.call('PUT', `/job/${jobId}/csv?filename=held.csv`, POINTS);
      await held.held(1);
      // A cancelled converter is killed, so it need not be released.
      return { [EXAMPLE_IDS.job]: jobId, [EXAMPLE_IDS.file]: fileId };
    }
    const { fileId } = await conversion.call('PUT', `/job/${jobId}/csv?filename=a.csv`, POINTS);
    await conversion.call('GET', `/job/${jobId}/status?wait=60`);
    const report = await conversion.call('POST', `/job/${jobId}/csv?filename=b.csv`, POINTS);
    const { shareId } = await conversion.call('POST', `/job/${jobId}/shares`, {});
    const tus = { 'tus-resumable': '1.0.0', 'upload-length': '5' };
    const begun = await fetch(`${conversion.base}/uploads`, {
      method: 'POST',
      headers: { ...conversion.headers, ...tus },
    });
    return {
      ...(operationId.startsWith('get') ? await makePlot() : {}),
      ...{ ...own(demo.conversion), ...endpoint, ...(await behind()) },
      ...{ [EXAMPLE_IDS.job]: jobId, [EXAMPLE_IDS.file]: fileId, [EXAMPLE_IDS.reportedFile]: report.fileId },
      [EXAMPLE_IDS.share]: shareId,
      [EXAMPLE_IDS.upload]: begun.headers.get('location')!.split('/').at(-1)!,
    };
  };
  const makePlot = async (): Promise<World> => {
    const { jobId } = await conversion.call('POST', '/job/mjf', { name: 'Plot', unit: 'm' });
    await conversion.call('PUT', `/job/${jobId}/pdf?filename=plot.pdf`, PLOT);
    const { fileId } = await conversion.call('POST', `/job/${jobId}/pdf?filename=plot.pdf`, PLOT);
    await conversion.call('GET', `/job/${jobId}/status?wait=60`);
    return { [EXAMPLE_IDS.plotJob]: jobId, [EXAMPLE_IDS.plotFile]: fileId };
  };
  const makeOrganisation = async (operationId: string): Promise<World> => {
    const environment = 'sandbox';
    const { id } = await desk.call('POST', '/organisations', { name: `Organisation ${++count}` });
    const at = `/organisations/${id}`;
    const division = await desk.call('POST', `${at}/divisions`, { environment, name: 'North', abbreviation: 'N' });
    const bridge = await desk.call('POST', `${at}/weigh-bridges`, { environment, name: 'Gate', timeZone: 'UTC' });
    const issued = await desk.call('POST', `${at}/credentials`, { interface: 'weighing', environment });
    const { clientId } = issued.credential;
    const second: World =
      operationId === 'deleteCredentialsByIdSecretsBySecret'
        ? {
            [EXAMPLE_IDS.secret]: (await desk.call('POST', `/credentials/${clientId}/secrets`)).credential.secrets[1]
              .id,
          }
        : {};
    const { operator } = await desk.call('POST', '/operators', { name: `Ada ${count}` });
    const application = { organisationName: `Applicant ${count}`, email: 'it@gravel.example', interface: 'conversion' };
    const approved = await desk.call('POST', '/access-requests', application);
    const { message } = await desk.call('POST', `/access-requests/${approved.id}/approve`);
    const collection = async (): Promise<World> => {
      const { body } = await desk.call('POST', `/messages/${message.id}/send`);
      return { [EXAMPLE_COLLECTION]: /\/collections\/([\w-]+)/.exec(body)![1]! };
    };
    const open = await desk.call('POST', '/access-requests', {
      ...{ organisationName: `Later ${count}`, email: 'it@gravel.example', interface: 'weighing', environment },
      weighBridges: [{ name: 'Gate', timeZone: 'UTC' }],
    });
    return {
      ...{ [EXAMPLE_KEY]: demo.operator.key, [EXAMPLE_IDS.client]: clientId, ...second },
      ...{ [EXAMPLE_IDS.organisation]: id, [EXAMPLE_IDS.division]: division.id, [EXAMPLE_IDS.location]: bridge.id },
      ...{ [EXAMPLE_IDS.operator]: operator.id, [EXAMPLE_IDS.request]: open.id, [EXAMPLE_IDS.message]: message.id },
      ...(operationId === 'postCollectionsByToken' ? await collection() : {}),
    };
  };
  return [
    { name: 'project', document: '/project/openapi.json', make: makeProject, ...project },
    { name: 'weighing', document: '/weighing/openapi.json', make: makeTicket, ...weighing },
    { name: 'conversion', document: '/conversion/openapi.json', make: makeJob, ...conversion },
    { name: 'operator', document: '/operator/v1/openapi.json', make: makeOrganisation, ...desk },
  ];
}

type Caller = ReturnType<typeof callerOf>;

/** Calls an interface and requires success. */
function callerOf(base: string, headers: Record<string, string>) {
  const call = async (method: string, path: string, body?: object | string): Promise<Json> => {
    const type = typeof body === 'object' ? { 'content-type': 'application/json' } : undefined;
    const answer = await fetch(base + path, {
      ...{ method, headers: { ...headers, ...type } },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    assert.ok(answer.ok, `${method} ${path} ${answer.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  return { base, headers, call };
}

/** An endpoint, for operations on webhooks; `behind` waits for the delivery of what happened since. */
async function endpointOf(
  caller: Caller,
  operationId: string,
): Promise<{ endpoint: World; behind: () => Promise<World> }> {
  if (!operationId.includes('Events')) return { endpoint: {}, behind: async () => ({}) };
  const { id } = await caller.call('POST', '/events/endpoints', EVENTS);
  const behind = async (): Promise<World> => {
    let number: number | undefined;
    await until(async () => {
      const { items } = await caller.call('GET', `/events/endpoints/${id}/deliveries`);
      number = items[0]?.id;
      return number !== undefined;
    }, 'a delivery');
    return { [String(EXAMPLE_DELIVERY)]: String(number) };
  };
  return { endpoint: { [EXAMPLE_IDS.endpoint]: id }, behind };
}
