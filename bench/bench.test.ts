import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { type FieldJob, JobBuilder, Path } from '@fieldbridge/fieldjob';
import { DEFAULT_LIMITS, detect, FileSource, SourceTally } from '@fieldbridge/formats';
import { sendLoad } from './inputs/http-load.ts';
import { landXmlFile } from './inputs/landxml.ts';
import { pointsCsv } from './inputs/points-csv.ts';
import { siteDxf } from './inputs/site-dxf.ts';
import { siteLines } from './inputs/site-lines.ts';
import { postRequest, ticketText } from './inputs/tickets.ts';
import { surfaceJob, writeTp3File } from './inputs/tp3.ts';
import { missingCommand, timeProcess } from './process.ts';
import { startProcess } from './server-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'bench-test-'));
const made: string[] = [];
after(() => {
  for (const path of made) rmSync(path, { force: true });
  rmSync(folder, { recursive: true });
});

async function read(path: string): Promise<{ job: FieldJob; format: string; issues: string[] }> {
  const source = new FileSource(path);
  const found = detect(source)!;
  const [builder, issues] = [new JobBuilder(), [] as string[]];
  const reader = await found.format.loadReader!();
  await reader(source, builder, {
    ...{ options: {}, signal: new AbortController().signal, limits: DEFAULT_LIMITS, progress: () => {} },
    ...{ report: ({ code, severity }) => void (severity === 'note' || issues.push(code)), tally: new SourceTally() },
    workFolder: folder,
  });
  source.close();
  return { job: builder.job, format: found.format.id, issues };
}

describe('the inputs of the benchmarks', () => {
  test('the lines of a site are as many as asked for, and always the same', () => {
    const [one, other] = [siteLines(1000), siteLines(1000)];
    assert.deepEqual([one.lines.length, one.layers.length], [20, 20]);
    const places = ({ lines }: FieldJob): number[][] =>
      Array.from({ length: lines.length }, (_, row) => [...lines.loadPath(row, new Path()).coordinates]);
    assert.deepEqual(places(one), places(other));
    assert.equal(one.lines.loadPath(19, new Path()).count, 51);
  });

  /** Makes an input twice, the second time from scratch, and checks that both are the same. @returns its path */
  function madeTwice(make: () => string): string {
    const path = make();
    made.push(path);
    const first = readFileSync(path);
    assert.equal(make(), path, 'an existing file is kept');
    rmSync(path);
    make();
    assert.ok(first.equals(readFileSync(path)), `${basename(path)} is always the same file`);
    assert.ok(!existsSync(`${path}.part`));
    return path;
  }

  test('are a points file with as many rows as asked for', async () => {
    const { job, format, issues } = await read(madeTwice(() => pointsCsv(123)));
    assert.deepEqual([format, issues, job.points.length], ['csv', [], 123]);
    // Row 7 by the formulas of the file: 7 × 7919 mm and 7 × 104 729 mm from the corner, and code 7 of 7.
    assert.deepEqual([job.points.northing(7), job.points.easting(7)], [5_400_055.433, 450_733.103]);
    assert.deepEqual([job.points.elevation(7), job.points.name.get(7)], [200.217, '8']);
  });

  test('are a terrain of about as many bytes as asked for, a square of squares', async () => {
    const path = madeTwice(() => landXmlFile(0.25));
    const size = readFileSync(path).length;
    assert.ok(Math.abs(size - 250_000) < 50_000, String(size));
    const { job, format, issues } = await read(path);
    const [surface] = job.surfaces;
    const side = Math.sqrt(surface!.vertices.length / 3);
    assert.deepEqual([format, issues, Number.isInteger(side)], ['landxml', [], true]);
    assert.equal(surface!.triangles.length / 3, 2 * (side - 1) ** 2);
  });

  test('are a site plan with everything a drawing consists of, all of it readable', async () => {
    const path = madeTwice(() => siteDxf(0.3));
    const size = readFileSync(path).length;
    assert.ok(size >= 300_000 && size < 900_000, String(size));
    const { job, format, issues } = await read(path);
    assert.deepEqual([format, issues], ['dxf', []]);
    for (const [kind, count] of [
      ['lines', job.lines.length],
      ['points', job.points.length],
      ['texts', job.texts.length],
    ] as const)
      assert.ok(count > 50, `${count} ${kind}`);
    const easting = job.points.easting(0);
    assert.ok(easting >= 4_468_000 && easting <= 4_470_000, String(easting));
  });

  test('are a surface whose triangles know their neighbours, in both directions', async () => {
    const { surfaces } = surfaceJob(200);
    const { triangles, neighbours, vertices } = surfaces[0]!;
    assert.deepEqual([triangles.length, vertices.length], [3 * 200, 3 * 11 * 11]);
    for (let t = 0; t < 200; t++)
      for (let k = 0; k < 3; k++) {
        const other = neighbours![3 * t + k]!;
        if (other < 0) continue;
        const ends = [triangles[3 * t + k]!, triangles[3 * t + ((k + 1) % 3)]!];
        const theirs = [0, 1, 2].map((j) => triangles[3 * other + j]!);
        assert.ok(
          ends.every((end) => theirs.includes(end)),
          `edge ${k} of ${t} is one of ${other}`,
        );
        assert.ok(
          [0, 1, 2].some((j) => neighbours![3 * other + j] === t),
          `${other} knows ${t}`,
        );
      }
    const edges = [...neighbours!].filter((one) => one < 0).length;
    assert.equal(edges, 4 * 10, 'triangles without a neighbour are on the border of a square of ten by ten');
    const path = join(folder, 'grid.tp3');
    await writeTp3File(surfaceJob(200), path);
    assert.equal((await read(path)).job.surfaces[0]!.triangles.length, 600);
  });

  test('are tickets of ordinary size that differ, and requests of the right length', () => {
    const texts = Array.from({ length: 50 }, (_, i) => ticketText('01980000-0000-7000-8000-000000000000', `N${i}`, i));
    for (const [i, text] of texts.entries()) {
      const { externalId, nettWeight, grossWeight, tareWeight } = JSON.parse(text);
      assert.equal(externalId, `N${i}`);
      assert.equal(nettWeight.quantity + tareWeight.quantity, grossWeight.quantity, 'the quantities are plausible');
      assert.ok(text.length > 550 && text.length < 900, String(text.length));
    }
    assert.equal(new Set(texts).size, 50);
    const request = postRequest('/a', '{"name":"ä"}', { 'X-A': 'b' });
    assert.match(request, /^POST \/a HTTP\/1\.1\r\nHost: .*\r\nX-A: b\r\nContent-Length: 13\r\n\r\n\{"name":"ä"\}$/s);
  });
});

describe('the load client', () => {
  const OK = 'HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\n{}';
  /** A socket server. @param answer what is sent for each request, in pieces */
  const servers: (() => void)[] = [];
  after(() => {
    for (const close of servers) close();
  });
  async function serve(answer: (n: number, socket: Socket) => readonly string[]) {
    let seen = 0;
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('data', async () => {
        for (const piece of answer(seen++, socket)) {
          socket.write(piece);
          await new Promise((resolve) => setTimeout(resolve, 2));
        }
      });
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    const close = (): void => {
      for (const socket of sockets) socket.destroy();
      server.close();
    };
    servers.push(close);
    return { port, seen: () => seen };
  }
  const load = (port: number, requests: number, connections = 2) =>
    sendLoad({ port, connections, requests, request: (i) => `GET /${i} HTTP/1.1\r\n\r\n` });

  test('sends each request once and waits for each answer, in however many pieces it arrives', async () => {
    const { port, seen } = await serve((n) => (n % 2 === 0 ? [OK] : [OK.slice(0, 9), OK.slice(9, 30), OK.slice(30)]));
    const { seconds, p99 } = await load(port, 11, 3);
    assert.equal(seen(), 11);
    assert.ok(seconds > 0 && p99 > 0 && p99 / 1000 <= seconds, `${seconds} s, ${p99} ms`);
  });

  test('stops at an unsuccessful answer, at a refused ticket in a batch, and when the server hangs up', async () => {
    for (const [answer, sentence] of [
      ['HTTP/1.1 429 Slow\r\nContent-Length: 3\r\n\r\nno!', /429 Slow.*no!/s],
      ['HTTP/1.1 207 Many\r\nContent-Length: 14\r\n\r\n{"status":409}', /"status":409/],
      ['HTTP/1.1 200 OK\r\n\r\nand no end', /an answer without a length/],
    ] as const) {
      const { port } = await serve(() => [answer]);
      const ended = load(port, 5, 1);
      await assert.rejects(ended, sentence, answer);
    }
    const { port } = await serve((n, socket) => {
      if (n === 2) socket.destroy();
      return n === 2 ? [] : [OK];
    });
    await assert.rejects(load(port, 5, 1), /closed a connection/);
  });
});

describe('a measured process', () => {
  test('is timed to its end, with its peak memory', async () => {
    const script = 'const b = Buffer.alloc(60e6, 1); setTimeout(() => b.length, 150)';
    const { seconds, peakMemory } = await timeProcess(process.execPath, ['-e', script]);
    assert.ok(seconds >= 0.15, String(seconds));
    if (process.platform === 'linux') assert.ok(peakMemory! > 60e6 && peakMemory! < 600e6, String(peakMemory));
  });

  test('that fails is not a measurement: the error quotes its last output', async () => {
    await assert.rejects(
      timeProcess(process.execPath, ['-e', 'console.error("because"); process.exit(3)']),
      /ended with status 3: because/,
    );
    await assert.rejects(timeProcess(join(folder, 'no-such-program'), []), { code: 'ENOENT' });
  });

  test('that is missing is named, with the command that was tried', () => {
    assert.equal(missingCommand(process.execPath), undefined);
    assert.equal(missingCommand('no-such-program', ['-V']), '"no-such-program -V" does not run here');
    assert.match(missingCommand(process.execPath, ['--no-such-flag'])!, /--no-such-flag" does not run here/);
  });

  test('prints its port like a server, and is gone after it is stopped', async () => {
    const server = await startProcess('bare-http.ts');
    const answer = await fetch(`http://127.0.0.1:${server.ready.port}/`);
    assert.equal(((await answer.json()) as unknown[]).length, 2);
    assert.ok(Number.isNaN(server.cpuSeconds()) || server.cpuSeconds() >= 0);
    await server.stop();
    await assert.rejects(fetch(`http://127.0.0.1:${server.ready.port}/`));
    await assert.rejects(startProcess('no-such-server.ts'), /ended with 1 before it listened/);
  });
});
