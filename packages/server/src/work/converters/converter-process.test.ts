import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { bundled } from '../../../../../tools/bundled.ts';
import { ConverterProcess } from './converter-process.ts';
import { ConverterFailure } from './failure.ts';
import { FairQueue } from './fair-queue.ts';
import { residentBytes } from './memory.ts';
import { converterFlags } from './permissions.ts';
import { type FromConverter, type Progress, parseIssues, parseMessage } from './protocol.ts';
import { sweepWorkFolders, WorkFolder } from './work-folder.ts';

const entry = bundled(fileURLToPath(new URL('./testing/trial-converter.ts', import.meta.url)));
const root = mkdtempSync(join(tmpdir(), 'converter-'));
chmodSync(root, 0o711);
const started: ConverterProcess[] = [];
after(() => {
  for (const one of started) one.retire();
  rmSync(root, { recursive: true, force: true });
});

let folders = 0;
async function start(limits: Partial<ConstructorParameters<typeof ConverterProcess>[0]['limits']> = {}) {
  const folder = WorkFolder.make(join(root, String(folders++)));
  const all = { memoryBytes: 400 * 2 ** 20, seconds: 30, ...limits };
  const converter = new ConverterProcess({ entry, folder, limits: all });
  started.push(converter);
  await converter.ready;
  return converter;
}
const run = (converter: ConverterProcess, kind: string, progress: (one: Progress) => void = () => {}) =>
  converter.run({ kind }, { progress, ask: () => Promise.reject(new TypeError('nobody asks')) });
const failsWith = (code: string, text: RegExp) => (error: unknown) => {
  assert.ok(error instanceof ConverterFailure);
  assert.equal(error.code, code);
  assert.match(error.message, text);
  return true;
};

describe('a converter process', () => {
  test('that ignores signals is killed all the same, and its task fails with the reason', async () => {
    const converter = await start();
    const heard = Promise.withResolvers<void>();
    const running = run(converter, 'deaf', () => heard.resolve());
    const refused = assert.rejects(running, failsWith('converter-cancelled', /not wanted/));
    await heard.promise;
    process.kill(converter.pid!, 'SIGTERM');
    assert.ok(converter.alive);
    converter.stop('converter-cancelled', 'it is not wanted any more');
    await Promise.all([refused, converter.gone]);
    assert.equal(residentBytes(converter.pid!), undefined);
    assert.equal(converter.alive, false);
  });

  test('that exceeds its time is killed, and the sentence names the limit', async () => {
    const converter = await start({ seconds: 0.4 });
    await assert.rejects(run(converter, 'deaf'), failsWith('converter-time', /converterSeconds = 0\.4/));
    await converter.gone;
    assert.equal(converter.loss?.code, 'converter-time');
  });

  test('that dies keeps the end of its complaints, and no more', async () => {
    const converter = await start();
    await assert.rejects(run(converter, 'complain'), failsWith('converter-died', /exit code 3/));
    await converter.gone;
    assert.ok(converter.lastWords.length <= 4096);
    assert.match(converter.lastWords, /complaint 1999 x+\nlast words$/);
    assert.doesNotMatch(String(converter.loss?.message), /complaint/, 'callers do not see it');
  });

  test('runs one task at a time, and none after it has ended', async () => {
    const converter = await start();
    const first = run(converter, 'echo');
    assert.throws(() => run(converter, 'echo'), /not free/);
    await first;
    await run(converter, 'echo');
    assert.equal(converter.tasks, 2);
    converter.retire();
    assert.throws(() => run(converter, 'echo'), /not free/);
    await converter.gone;
    assert.equal(converter.loss, undefined, 'retiring a process is not a loss');
  });

  test('is trusted only about its own task', async () => {
    const converter = await start();
    assert.equal(await run(converter, 'liar'), 'the truth');
    assert.ok(converter.alive);
  });

  test('reports failures with their own code: the disk, a limit, anything unforeseen', async () => {
    const converter = await start();
    for (const [kind, code, text] of [
      ['fail', 'not-dxf', /no section of a DXF file/],
      ['diskFull', 'disk-full', /the disk of the server is full/],
      ['databaseFull', 'disk-full', /the disk of the server is full/],
      ['tooLong', 'limit-exceeded', /the file is too large/],
      ['unforeseen', 'conversion-failed', /unforeseen content: a defect of ours/],
      ['no such task', 'conversion-failed', /there is no task/],
    ] as const)
      await assert.rejects(run(converter, kind), failsWith(code, text), kind);
    assert.ok(converter.alive, 'a failed task is not a loss of the process');
    assert.match(converter.lastWords, /TypeError: a defect of ours.*at /s, 'the operator learns where');
    assert.doesNotMatch(converter.lastWords, /there is no drawing/, 'a faulty file is not a defect');
  });

  test('reports progress: new phases at once, and otherwise not too often', async () => {
    const seen: Progress[] = [];
    const converter = await start();
    await run(converter, 'hurry', (one) => void seen.push(one));
    assert.deepEqual([...new Set(seen.map(({ phase }) => phase))], ['first', 'second']);
    assert.deepEqual([seen[0]?.done, seen.find(({ phase }) => phase === 'second')?.done], [0, 2500]);
    assert.ok(seen.length < 500, `${seen.length} of 5000`);
  });

  test('without a program to run is lost at once, with a reason', async () => {
    const folder = WorkFolder.make(join(root, String(folders++)));
    const limits = { memoryBytes: 2 ** 28, seconds: 5 };
    const converter = new ConverterProcess({ entry: join(root, 'missing.ts'), folder, limits });
    await assert.rejects(converter.ready, failsWith('converter-start', /could be started \(exit code \d+\)/));
    await converter.gone;
  });
});

describe('a message from a converter', () => {
  const text = fc.string({ maxLength: 20 });
  const id = fc.integer();
  const message: fc.Arbitrary<FromConverter> = fc.oneof(
    fc.constant({ type: 'ready' as const }),
    fc.record({ type: fc.constant('progress' as const), id, done: fc.nat(), total: fc.nat(), phase: text }),
    fc.record({ type: fc.constant('ask' as const), id, question: fc.nat(), body: fc.jsonValue() }),
    fc.record({ type: fc.constant('done' as const), id, result: fc.jsonValue() }),
    fc.record({ type: fc.constant('failed' as const), id, code: fc.constantFrom('a', 'disk-full', 'x1-2'), text }),
  );

  test('is understood if it follows the protocol, and extra members are dropped', () => {
    fc.assert(
      fc.property(message, fc.dictionary(fc.constantFrom('more', 'extra'), fc.jsonValue()), (said, more) => {
        const sent = JSON.parse(JSON.stringify(said)) as FromConverter;
        assert.deepEqual(parseMessage({ ...more, ...sent }), sent);
      }),
      { numRuns: 200 },
    );
  });

  test('is never mistaken: any value is either a message of the protocol or not', () => {
    const member = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom('ready', 'progress', 'ask', 'done', 'failed', 'A b', Number.NaN),
    );
    const anything = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(fc.constantFrom('type', 'id', 'done', 'total', 'phase', 'question', 'code', 'text'), member),
    );
    fc.assert(
      fc.property(anything, (said) => {
        const found = parseMessage(said);
        if (found === undefined) return;
        if (found.type !== 'ready') assert.equal(typeof found.id, 'number');
        if (found.type === 'progress')
          assert.ok(Number.isFinite(found.done + found.total) && found.phase.length <= 100);
        if (found.type === 'failed') assert.match(found.code, /^[a-z][a-z0-9-]*$/);
      }),
      { numRuns: 500 },
    );
  });

  test('takes of issues what reports may state, and nothing else', () => {
    const issue = { code: 'unit-assumed', severity: 'warning', text: 'it was assumed', parameters: { unit: 'metre' } };
    const whole = {
      ...issue,
      line: 2,
      offset: 9,
      handle: '1F',
      place: { easting: 1.5, northing: 2 },
      count: 3,
      times: 3,
    };
    assert.deepEqual(parseIssues([whole, issue]), [whole, issue]);
    const wrong = { ...issue, line: 'x', offset: 1.5, handle: 7, place: { easting: 1 }, count: null, more: [] };
    assert.deepEqual(parseIssues([wrong, { ...issue, severity: 'fatal' }, { ...issue, code: 7 }, null, 'x']), [issue]);
    for (const none of [undefined, null, 'x', { 0: issue, length: 1 }]) assert.deepEqual(parseIssues(none), []);
  });

  test('is truncated if it is too long', () => {
    const long = parseMessage({ type: 'failed', id: 1, code: 'a', text: 'x'.repeat(100_000) });
    assert.ok(long?.type === 'failed' && long.text.length === 4000);
    assert.equal(parseMessage({ type: 'failed', id: 1, code: 'a'.repeat(62), text: '' }), undefined);
    assert.equal(parseMessage({ type: 'progress', id: 1, done: 1, total: 1, phase: 'p'.repeat(101) }), undefined);
  });
});

test('fair queue: every item comes once, in its owner’s order, after at most one item of each other owner', () => {
  const step = fc.oneof(fc.constantFrom('a', 'b', 'c', 'd'), fc.constant(null));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const queue = new FairQueue<{ owner: string; n: number }>();
      const [came, went]: { owner: string; n: number }[][] = [[], []];
      let waiting = 0;
      for (const owner of [...steps, ...steps.map(() => null)]) {
        if (owner === null) {
          const next = queue.shift();
          assert.equal(next === undefined, waiting === 0);
          if (next !== undefined) went!.push(next) && waiting--;
        } else {
          came!.push({ owner, n: came!.length });
          queue.push(owner, came!.at(-1)!);
          waiting++;
        }
        assert.equal(queue.length, waiting);
      }
      const of = (list: typeof came, owner: string) => list!.filter((one) => one.owner === owner).map(({ n }) => n);
      for (const owner of ['a', 'b', 'c', 'd']) assert.deepEqual(of(went, owner), of(came, owner), owner);
    }),
    { numRuns: 100 },
  );
  const queue = new FairQueue<string>();
  for (let i = 0; i < 1000; i++) queue.push('greedy', `greedy ${i}`);
  for (const owner of ['b', 'c']) queue.push(owner, owner);
  assert.deepEqual([queue.shift(), queue.shift(), queue.shift()], ['greedy 0', 'b', 'c']);
});

describe('a work folder', () => {
  test("provides a file by link where possible, readable for the converter's user, and does not take it back", async () => {
    const folder = WorkFolder.make(join(root, `work-${folders++}`));
    const source = join(root, 'blob');
    writeFileSync(source, 'bytes', { mode: 0o600 });
    const given = await folder.give(source, 'input.dxf');
    assert.equal(given, join(folder.input, 'input.dxf'));
    assert.equal(statSync(given).ino, statSync(source).ino);
    assert.equal(statSync(given).mode & 0o444, 0o444);
    await folder.clear();
    assert.ok(!existsSync(given));
    assert.equal(readFileSync(source, 'utf8'), 'bytes', 'the blob itself stays');
    await assert.rejects(folder.give(join(root, 'missing'), 'x'), { code: 'ENOENT' });
    await folder.remove();
    await folder.remove();
    assert.ok(!existsSync(folder.path));
  });

  test('accepts only results that are plain files with one name', async () => {
    const folder = WorkFolder.make(join(root, `work-${folders++}`));
    writeFileSync(folder.made('plain'), '12345');
    assert.equal((await folder.read('plain', 5)).toString(), '12345');
    await assert.rejects(folder.read('plain', 4), /5 bytes, more than 4/);
    mkdirSync(folder.made('folder'));
    await assert.rejects(folder.take('folder'), /not a plain file/);
    await folder.give(folder.made('plain'), 'second-name');
    await assert.rejects(folder.take('plain'), /not a plain file/, 'a second name could change it later');
    await assert.rejects(folder.take('absent'), { code: 'ENOENT' });
  });

  test('left behind by a killed server is swept, whatever it contains', async () => {
    const place = join(root, `sweep-${folders++}`);
    for (const [name, pid] of [
      ['a', ''],
      ['b', 'no number'],
      ['c', '-1'],
      ['d', '999999999'],
      ['e', String(process.pid)],
    ] as const) {
      mkdirSync(join(place, name, 'out/deep'), { recursive: true });
      writeFileSync(join(place, name, 'pid'), pid);
    }
    writeFileSync(join(place, 'stray'), '');
    await sweepWorkFolders(place);
    await assert.rejects(
      Promise.resolve().then(() => statSync(join(place, 'a'))),
      { code: 'ENOENT' },
    );
    await sweepWorkFolders(join(place, 'fresh'));
    assert.equal(statSync(join(place, 'fresh')).mode & 0o777, 0o711, 'others pass through it and see nothing');
  });
});

test('a converter may read the code and its folder and write its results, and nothing else', () => {
  const folder = WorkFolder.make(join(root, `work-${folders++}`));
  const flags = converterFlags(folder, 256, ['/extra/entry.ts']);
  assert.equal(flags[0], '--permission');
  assert.deepEqual(
    flags.filter((flag) => flag.startsWith('--allow-fs-write=')),
    [`--allow-fs-write=${folder.output}`],
  );
  const readable = flags.filter((flag) => flag.startsWith('--allow-fs-read=')).map((flag) => flag.slice(16));
  for (const path of [folder.input, folder.output, '/extra/entry.ts']) assert.ok(readable.includes(path), path);
  for (const path of readable) assert.ok(path !== '/' && path !== root && !path.includes('*'), path);
  assert.ok(!flags.some((flag) => /allow-(child|worker|addons|wasi|net)/.test(flag)));
  assert.ok(flags.includes('--max-old-space-size=256'));
});

test('resident memory is that of a living process, and of no other', () => {
  const own = residentBytes(process.pid);
  if (process.platform === 'linux') assert.ok(own! > 2 ** 24 && own! < 2 ** 36, String(own));
  assert.equal(residentBytes(2 ** 30), undefined);
});
