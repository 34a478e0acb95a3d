import { readdirSync, readFileSync } from 'node:fs';
import { CHROMIUM, FLAGS } from '@fieldbridge/viewer/testing/browser.ts';
import { chromium } from 'playwright-core';

/** What a page measured of itself, bytes of memory that it added, and bytes that came over the wire. */
export interface Looked {
  readonly figures: Readonly<Record<string, number>>;
  readonly memory: number;
  readonly wire: number;
}

/** Opens a page in a browser of its own. @param script expression whose value is figures by name, in milliseconds */
export async function lookAt(url: string, script: string): Promise<Looked> {
  const server = await chromium.launchServer({ executablePath: CHROMIUM, args: FLAGS });
  const { pid } = server.process();
  const browser = await chromium.connect(server.wsEndpoint());
  try {
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
