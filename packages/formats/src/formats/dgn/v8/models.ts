import { FormatError } from '../../../core/failure.ts';
import type { ReadContext } from '../../../core/format.ts';
import { issueOf } from '../../../core/issues/issue-of.ts';
import { NOT_GRAPHIC } from '../element-types.ts';
import type { CompoundStream, StreamFolder } from './compound-file.ts';
import { isInvisible, walkPage } from './element.ts';
import { MODEL_INDEX, readModelIndex } from './model-index.ts';
import { unpackPage } from './pages.ts';

/**
 * Pages of a model (its number is hexadecimal): `Dgn-Md/#000000/Dgn^G/$1` are graphic, `Dgn^C` settings, `Dgn^GA` and
 * `Dgn^CA` attributes of both; its header is `Dgn~Mh`.
 */
const PAGE = /^\/Dgn-Md\/(#[\da-fA-F]+)\/Dgn(\^GA?|\^CA?|~Mh)(?:\/\$(\d+))?$/;
const FOLDERS: Readonly<Record<string, 'graphic' | 'settings' | 'attributes'>> = {
  ...{ '^G': 'graphic', '^C': 'settings', '^GA': 'attributes', '^CA': 'attributes' },
};
/** Most names of models in an issue. */
const MOST_NAMED = 20;

/** A model of the file and its streams. */
export interface ModelStreams {
  readonly name: string;
  readonly header: CompoundStream | undefined;
  /** Pages with graphic elements, in order. */
  readonly graphic: readonly CompoundStream[];
  /** Pages with settings, views and attachments, in order. */
  readonly settings: readonly CompoundStream[];
  /** Pages with what applications store with elements, in order. */
  readonly attributes: readonly CompoundStream[];
}

/**
 * The model to read: the requested one, else the first with content. The others are reported by name, with the number
 * of their elements.
 * @throws FormatError `dgn-no-model` if there is no model of that name, `dgn-model-header` if the file has no model
 */
export function chooseModel(file: StreamFolder, context: ReadContext): ModelStreams {
  const models = modelsOf(file, context);
  const requested = context.options['model'];
  const [first] = models;
  if (first === undefined) throw new FormatError('dgn-model-header');
  if (requested === undefined && models.length === 1) return first;
  const counts = models.map((model) => countElements(file, model));
  const named = models.slice(0, MOST_NAMED).map(({ name }, i) => `${name} ${counts[i]}`);
  const index =
    requested === undefined
      ? Math.max(
          0,
          counts.findIndex((count) => count > 0),
        )
      : models.findIndex(({ name }) => name.toLowerCase() === String(requested).toLowerCase());
  const chosen = models[index];
  if (chosen === undefined) {
    const names = models.slice(0, MOST_NAMED).map(({ name }) => name);
    throw new FormatError('dgn-no-model', { name: String(requested), models: names.join(', ') });
  }
  if (models.length > 1)
    context.report(issueOf('dgn-models', { models: models.length, names: named.join(', '), name: chosen.name }));
  if (requested === undefined && index > 0)
    context.report(issueOf('dgn-model-empty', { empty: first.name, name: chosen.name }));
  return chosen;
}

function modelsOf(file: StreamFolder, context: ReadContext): ModelStreams[] {
  const found = new Map<string, ModelPages>();
  for (const stream of file.streams) {
    const [, named, kind, number] = PAGE.exec(plain(stream.path)) ?? [];
    if (named === undefined) continue;
    const storage = named.toLowerCase();
    const model = found.get(storage) ?? { graphic: [], settings: [], attributes: [] };
    found.set(storage, model);
    if (kind === '~Mh') model.header = stream;
    else if (number !== undefined) model[FOLDERS[kind!]!].push({ stream, number: Number(number) });
  }
  const names = modelNames(file, context);
  const ordered = [...found].sort(([a], [b]) => (a < b ? -1 : 1));
  return ordered.map(([storage, { header, graphic, settings, attributes }]) => ({
    name: names.get(storage) ?? storage,
    header,
    graphic: inOrder(graphic),
    settings: inOrder(settings),
    attributes: inOrder(attributes),
  }));
}

interface Page {
  readonly stream: CompoundStream;
  readonly number: number;
}

interface ModelPages {
  header?: CompoundStream;
  readonly graphic: Page[];
  readonly settings: Page[];
  readonly attributes: Page[];
}

function inOrder(pages: readonly Page[]): CompoundStream[] {
  return pages.toSorted((a, b) => a.number - b.number).map(({ stream }) => stream);
}

function modelNames(file: StreamFolder, context: ReadContext): Map<string, string> {
  const index = file.streams.find(({ path }) => plain(path) === MODEL_INDEX);
  if (index === undefined) return new Map();
  try {
    return readModelIndex(file.read(index));
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    context.report(issueOf('dgn-shared-page-damaged', { found: error.message }));
    return new Map();
  }
}

/** Elements of all models that would be drawn. */
export function countAll(file: StreamFolder, context: ReadContext): number {
  return modelsOf(file, context).reduce((sum, model) => sum + countElements(file, model), 0);
}

/** Elements of a model that would be drawn. Damaged pages are reported when the model is read. */
function countElements(file: StreamFolder, { graphic }: ModelStreams): number {
  let count = 0;
  for (const stream of graphic) {
    try {
      walkPage(unpackPage(file.read(stream), stream.path), 0, (element) => {
        const { type, isComponent, isDeleted } = element;
        if (!isComponent && !isDeleted && !NOT_GRAPHIC.has(type) && !isInvisible(element)) count++;
      });
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
    }
  }
  return count;
}

/** Names of storages with a readable `^` for its control character. */
export function plain(path: string): string {
  return path.replace(/\u001e/g, '^');
}
