import { openAsBlob } from 'node:fs';
import { siteDxf } from '../../inputs/site-dxf.ts';
import type { Measurement } from '../../row.ts';
import type { Person } from './person.ts';

/** Entities in a megabyte of the generated drawing. */
const ENTITIES_PER_MB = 3300;

/**
 * Milliseconds from the start of a page until its viewer has drawn everything and the picture is on the screen. Nothing
 * looks for it meanwhile: a page of which something is asked at each frame is slower.
 */
const SHOWN = `window.shown = new Promise((done) => {
  const watch = ({ target: { viewer } }) =>
    viewer.addEventListener('complete', () => requestAnimationFrame(() => done(performance.now())), { once: true });
  addEventListener('ready', watch, { capture: true, once: true });
})`;

const drawingOf = (entities: number): string => siteDxf(Math.ceil(entities / ENTITIES_PER_MB));

/** From a drawing that is dropped until all of it is drawn, before it is imported. */
export function dropped(person: Person, entities: number): Promise<Measurement> {
  return person.inPage(async (page) => {
    await page.addInitScript(SHOWN);
    await page.goto(person.at('/jobs/new'));
    await page.locator('.drop').waitFor();
    const before = await page.evaluate<number>('performance.now()');
    await page.locator('input[type=file]').setInputFiles(drawingOf(entities));
    return { seconds: ((await page.evaluate<number>('window.shown')) - before) / 1000 };
  });
}

/** Imports a drawing. @returns the path of its job */
export async function importDrawing({ server }: Person, entities: number): Promise<string> {
  const { clientId, clientSecret } = server.demo.conversion;
  const headers = { 'x-clientid': clientId, 'x-clientsecret': clientSecret };
  const at = `${server.url}/conversion/job`;
  const body = await openAsBlob(drawingOf(entities));
  const made = await fetch(`${at}/upload/dxf?as=features&filename=site.dxf`, { method: 'POST', headers, body });
  if (made.status !== 202) throw new Error(await made.text());
  const { jobId } = (await made.json()) as { jobId: string };
  for (;;) {
    const status = await fetch(`${at}/${jobId}/status?wait=60`, { headers });
    const { state, result } = (await status.json()) as { state: string; result?: string };
    if (state === 'idle' && result !== 'failed') return `/jobs/${jobId}`;
    if (state === 'idle' || !status.ok) throw new Error(`The drawing was not imported: ${status.status} ${result}`);
  }
}

/** From the address of a job until all of it is drawn. */
export function stored(person: Person, path: string): Promise<Measurement> {
  return person.inPage(async (page) => {
    await page.addInitScript(SHOWN);
    await page.goto(person.at(path), { waitUntil: 'commit' });
    return { seconds: (await page.evaluate<number>('window.shown')) / 1000 };
  });
}
