import asyncHooks, { type AsyncHook, AsyncResource, type HookCallbacks } from 'node:async_hooks';

/** The used part of the runner's object for a test, a suite or a hook. */
interface Declared extends AsyncResource {
  readonly reportedType: 'test' | 'suite' | 'hook';
  readonly name: string;
  readonly loc?: { readonly file: string; readonly line: number };
  readonly root: Declared;
  readonly startTime: bigint | null;
  readonly finished: boolean;
  readonly subtests: readonly Declared[];
  readonly hooks: Readonly<Record<'before' | 'after', readonly Declared[]>>;
  /** Of a suite: settles when its function has declared everything. */
  readonly buildSuite?: Promise<void>;
}

/** The runner uses this to find the test or suite that something belongs to. Made when the first one is declared. */
let following: AsyncHook | undefined;
/** Tests, suites and hooks of the files, in the order in which they were declared. */
const declared: Declared[] = [];
/** Belongs to no test. */
const outside = new AsyncResource('TestFiles');

const { createHook } = asyncHooks;
asyncHooks.createHook = (callbacks: HookCallbacks) => {
  following = createHook({
    ...callbacks,
    init(id, type, trigger, resource) {
      if (type === 'Test') declared.push(resource as Declared);
      callbacks.init?.(id, type, trigger, resource);
    },
  });
  return following;
};
// Only now, because the runner reads createHook when it is loaded.
const { after, describe, test } = await import('node:test');

/**
 * Runs test files one after the other, each as a suite, so that its hooks end its servers before the next file starts.
 * The runner follows promises and other resources only while a file declares its tests: following them while tests run
 * costs a tenth of the processor time of some files.
 * @param files name and address of each
 */
export async function runFiles(files: readonly (readonly [name: string, address: string])[]): Promise<void> {
  for (const [name, address] of files) {
    const first = declared.length;
    let late = (): Declared[] => [];
    await new Promise<void>((resolve) => {
      const declare = async () => {
        try {
          await import(address);
        } catch (error) {
          test('can be imported', () => {
            throw error;
          });
        }
        after(() => resolve());
        const suites = await builtSuites(first);
        following?.disable();
        giveFaultsToTests();
        late = watchFor(suites);
      };
      outside.runInAsyncScope(() => {
        following?.enable();
        describe(name, declare);
      });
    });
    for (const { name: what, loc } of late())
      outside.runInAsyncScope(() => {
        test(`${name} declares nothing while its tests run`, () => {
          throw new Error(`${loc?.file}:${loc?.line} (${what}): use the context of the test, as in t.after(…)`);
        });
      });
  }
}

/** Waits until all suites of a file have declared their content. @returns these suites, that of the file first */
async function builtSuites(first: number): Promise<Declared[]> {
  const suites: Declared[] = [];
  // Others may be declared in the meantime.
  for (let i = first; i < declared.length; i++) {
    const one = declared[i]!;
    if (one.reportedType !== 'suite') continue;
    // That of the file waits here.
    if (i > first) await one.buildSuite;
    suites.push(one);
  }
  return suites;
}

/** @returns a function that returns the declarations since then, which may be in a suite that they do not belong to */
function watchFor(suites: readonly Declared[]): () => Declared[] {
  const lists = [suites[0]!.root, ...suites].flatMap(({ subtests, hooks }) => [subtests, hooks.before, hooks.after]);
  const counts = lists.map(({ length }) => length);
  return () => lists.flatMap((list, i) => list.slice(counts[i]));
}

let givesFaults = false;

/** Assigns an uncaught error to the running test, which fails and ends. */
function giveFaultsToTests(): void {
  if (givesFaults) return;
  givesFaults = true;
  // The runner's listeners. It would find the test by the resources it has followed.
  for (const event of ['uncaughtException', 'unhandledRejection'])
    for (const listener of process.rawListeners(event)) {
      process.off(event, listener as () => void);
      process.on(event, (error: unknown) => {
        const running = declared.findLast((one) => isRunning(one));
        if (running === undefined) console.error('Not caught, while no test ran:', error);
        (running ?? outside).runInAsyncScope(listener, process, error);
      });
    }
}

const isRunning = ({ reportedType, startTime, finished }: Declared): boolean =>
  reportedType !== 'hook' && startTime !== null && !finished;
