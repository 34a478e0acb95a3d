import type { AccessRequestInput } from '@fieldbridge/contract';
import type { AccessRequests } from './access-requests.ts';

const REQUESTS: readonly AccessRequestInput[] = [
  {
    ...{ organisationName: 'Van Dijk Asphalt', contactName: 'Marit van Dijk', email: 'marit@vandijk.example' },
    ...{ interface: 'weighing', environment: 'sandbox', note: 'We would like to send the tickets of our plant.' },
    weighBridges: [{ name: 'Plant Nijmegen', timeZone: 'Europe/Amsterdam' }],
  },
  {
    ...{ organisationName: 'Brandt Vermessung', contactName: 'Jonas Brandt', email: 'office@brandt.example' },
    ...{ interface: 'conversion', note: 'Drawings of the design office for our machine control.' },
  },
];

/** Requests for access that wait for a decision, for the demonstration. */
export async function makeDemoRequests(requests: AccessRequests): Promise<void> {
  for (const input of REQUESTS) await requests.add('form', 'form', input);
}
