import { readdirSync, readFileSync } from 'node:fs';
import { CHROMIUM, FLAGS } from '@fieldbridge/viewer/testing/browser.ts';
import { chromium } from 'playwright-core';

/** What a page measured of itself, bytes of memory that it added, and bytes that came over the wire. */
export interface Looked {
  readonly figures: Readonly<Record<string, number>>;
  readonly memory: number;
  readonly wire: number;
}

/** A picture by WebGL, so that the browser has started what draws it. */
const DRAWN = `(() => {
  const gl = document.createElement('canvas').getContext('webgl2');
  gl.clear(gl.COLOR_BUFFER_BIT);
  gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
})()`;

/**
 * Opens a page in a browser of its own, which has drawn before and has nothing of the page: what is measured is the
 * page and not the start of the browser. Where there is no graphics card, a browser draws WebGL by software, and puts
 * its pages together without WebGL; with the flag for software alone it would do that by WebGL, a second for each page.
 * @param script expression whose value is figures by name, in milliseconds
 */
export async function lookAt(url: string, script: string): Promise<Looked> {
  const args = [...FLAGS, '--disable-gpu-compositing'];
  const server = await chromium.launchServer({ executablePath: CHROMIUM, args });
  const { pid } = server.process();
  const browser = await chromium.connect(server.wsEndpoint());
  try {
    await (await browser.newPage()).evaluate(DRAWN);
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    let wire = 0;
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      wire += encodedDataLength;
    });
    const before = memoryOf(pid!);
    await page.goto(url);
    const figures = await page.evaluate<Readonly<Record<string, number>>>(script);
    return { figures, memory: memoryOf(pid!) - before, wire };
  } finally {
    await browser.close();
    await server.close();
  }
}

/** Resident bytes of a process and all that it started. What they share counts once for each. */
function memoryOf(root: number): number {
  const processes = readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const text = readFileSync(`/proc/${name}/status`, 'utf8');
      const field = (key: string): number => Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);
      return [{ pid: Number(name), parent: field('PPid'), bytes: field('VmRSS') * 1024 }];
    } catch {
      // It has ended.
      return [];
    }
  });
  const family = new Set([root]);
  for (const pid of family) for (const one of processes) if (one.parent === pid) family.add(one.pid);
  return processes.reduce((sum, { pid, bytes }) => sum + (family.has(pid) ? bytes : 0), 0);
}
