import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ConverterProcess } from '../src/work/converters/converter-process.ts';
import { until } from './receiver.ts';

/**
 * When a process is killed: as soon as it has its task, or while it waits for the first answer to a question – in the
 * middle of its work, after the server did what was asked. Both are events, not times, so a process can never finish
 * before.
 */
export type KillMoment = 'given' | 'asked';

const isGone = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) === undefined;

/**
 * Kills the converter process of a server in this process that works on a large file, with SIGKILL, and then those that
 * retry.
 * @param directory data directory of the server @param bytes smallest size of the file
 * @param times how often @param moment when @param killed called after each, when the process's folder is gone
 * @throws AssertionError if there is nothing to kill for a minute
 */
export async function killConverters(
  directory: string,
  bytes: number,
  times: number,
  moment: KillMoment = 'given',
  killed: (count: number) => Promise<void> | void = () => {},
): Promise<void> {
  const isMeant = ({ folder }: ConverterProcess): boolean =>
    folder.path.startsWith(join(directory, 'work')) &&
    readdirSync(folder.input).some((name) => statSync(join(folder.input, name)).size >= bytes);
  const folders: string[] = [];
  const kill = (converter: ConverterProcess): void => {
    if (folders.length === times || folders.includes(converter.folder.path)) return;
    folders.push(converter.folder.path);
    process.kill(converter.pid!, 'SIGKILL');
  };
  const { run } = ConverterProcess.prototype;
  ConverterProcess.prototype.run = function (this: ConverterProcess, task, handlers) {
    if (!isMeant(this)) return run.call(this, task, handlers);
    if (moment === 'given') {
      const running = run.call(this, task, handlers);
      kill(this);
      return running;
    }
    const ask = async (body: unknown): Promise<unknown> => {
      const answer = await handlers.ask(body);
      kill(this);
      return answer;
    };
    return run.call(this, task, { progress: (progress) => handlers.progress(progress), ask });
  };
  try {
    for (let count = 0; count < times; ) {
      await until(() => folders.length > count, `${count} of ${times} were killed, and there is no other`);
      const folder = folders[count]!;
      await until(() => isGone(folder), 'the folder of what was killed is removed');
      await killed(++count);
    }
  } finally {
    ConverterProcess.prototype.run = run;
  }
}
