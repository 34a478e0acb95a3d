import { join } from 'node:path';
import { ConverterProcess, type TaskHandlers } from '../src/work/converters/converter-process.ts';
import { until } from './receiver.ts';

/** Where a task is held: before its process sees it, or – for an import – after the names it asked for are claimed. */
export type HoldMoment = 'given' | 'asked';

/** Converter tasks that are held until they are released. Cancelling one kills its process as usual. */
export interface HeldConverters extends Disposable {
  /** Resolves when that many are held. */
  held(count: number): Promise<void>;
  /** Releases the held tasks, and holds nothing more. */
  release(): void;
}

/**
 * Holds the converter tasks of a server in this process for one file, so that a test can act meanwhile, however fast
 * the machine is.
 * @param directory data directory of the server @param name of the file; others are converted as usual @param moment
 * where
 */
export function holdConverters(directory: string, name: string, moment: HoldMoment = 'given'): HeldConverters {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const stopped: ConverterProcess[] = [];
  const { run } = ConverterProcess.prototype;
  let held = 0;
  ConverterProcess.prototype.run = function (this: ConverterProcess, task, handlers) {
    const isMeant = (task as { file?: { name: string } }).file?.name === name;
    if (!isMeant || !this.folder.path.startsWith(join(directory, 'work'))) return run.call(this, task, handlers);
    if (moment === 'given') {
      process.kill(this.pid!, 'SIGSTOP');
      stopped.push(this);
      held++;
      return run.call(this, task, handlers);
    }
    const ask: TaskHandlers['ask'] = async (body) => {
      const answer = await handlers.ask(body);
      held++;
      await released;
      return answer;
    };
    return run.call(this, task, { progress: (progress) => handlers.progress(progress), ask });
  };
  const letGo = (): void => {
    ConverterProcess.prototype.run = run;
    for (const converter of stopped.splice(0)) if (converter.alive) process.kill(converter.pid!, 'SIGCONT');
    release();
  };
  return {
    held: (count) => until(() => held >= count, `${count} tasks of converters`),
    release: letGo,
    [Symbol.dispose]: letGo,
  };
}
