import { ProblemError } from '../core/problem.ts';
import type { Organisation } from '../directory/organisations.ts';
import type { Desk } from './desk.ts';

const ACTOR = 'server';
const MOST_TRIES = 100;

/**
 * Creates the demonstration organisation with two divisions, two weigh bridges and credentials, all in sandbox.
 * @returns the beginning of demo.json, and the calls to print
 */
export async function makeDemonstration(desk: Desk, baseUrl: string, operatorKey: string) {
  const organisation = await addOrganisation(desk);
  await desk.addDivision(ACTOR, organisation.id, 'sandbox', 'Groundworks', 'GW');
  await desk.addDivision(ACTOR, organisation.id, 'sandbox', 'Roads and paving', 'RP');
  const bridges = [];
  for (const name of ['North gate', 'South gate']) {
    bridges.push(await desk.addWeighBridge(ACTOR, organisation.id, 'sandbox', name, 'Europe/Amsterdam'));
  }
  const issued = [];
  for (const space of ['project-sandbox', 'weighing-sandbox', 'conversion'] as const) {
    const { credential, secret } = await desk.credentials.issue(ACTOR, organisation.id, space, 'Demonstration');
    issued.push({ clientId: credential.clientId, clientSecret: secret });
  }
  const [project, weighing, conversion] = issued;
  const locationIds = bridges.map(({ id }) => id);
  const document: Record<string, unknown> = {
    baseUrl,
    project,
    weighing: { ...weighing, locationIds },
    conversion,
    operator: { key: operatorKey },
  };
  return { organisationId: organisation.id, document, lines: callsToPaste(baseUrl, desk.context.dataDirectory) };
}

/** Uses the next free name: an interrupted first start may have left a partial one. */
async function addOrganisation(desk: Desk, number = 1): Promise<Organisation> {
  const name = number === 1 ? 'Demonstration' : `Demonstration ${number}`;
  try {
    return await desk.organisations.add(ACTOR, { name, note: 'Made by --demo' });
  } catch (error) {
    if (!(error instanceof ProblemError && error.code === 'name-taken' && number < MOST_TRIES)) throw error;
    return addOrganisation(desk, number + 1);
  }
}

/**
 * Calls that read their credentials from demo.json, so that no secret is printed into a terminal's history or a log.
 */
function callsToPaste(baseUrl: string, directory: string): string[] {
  const file = `${directory}/demo.json`;
  return [
    `The demonstration organisation was created. Its credentials are in ${file}, readable only by you. The reference is at ${baseUrl}/docs`,
    '',
    '# Paste this first: it reads a value from the file.',
    `demo() { node -p "JSON.parse(fs.readFileSync(process.argv[1]))$1" ${shellWord(file)}; }`,
    '',
    '# A token, then the divisions:',
    `TOKEN=$(curl -s ${baseUrl}/project/v1/sandbox/token -d grant_type=client_credentials -d client_id=$(demo .project.clientId) -d client_secret=$(demo .project.clientSecret) | node -p 'JSON.parse(fs.readFileSync(0)).access_token')`,
    `curl -s ${baseUrl}/project/v1/sandbox/divisions -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json'`,
  ];
}

/** Quotes a text as one word for a shell, whatever it contains. */
function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
