import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * The only file that knows where PROJ comes from: the npm package `proj-wasm`, PROJ and its database compiled to
 * WebAssembly. Only its compiled C library is used, not its worker layer. It could be replaced by any build of PROJ
 * with emscripten that exports the same functions (the file `proj-emscripten.js` of such a build has the same form).
 */
const PACKAGE = 'proj-wasm/dist';
/** Folder of the database and the grids in PROJ's own file system. */
const FOLDER = '/proj';

/** The exported C functions by name (https://proj.org/development/reference/functions.html); pointers are numbers. */
type CFunctions = Readonly<Record<`_${string}`, (...given: number[]) => number>>;

/** The functions that emscripten adds. */
interface Runtime {
  readonly HEAPU8: Uint8Array;
  readonly HEAPF64: Float64Array;
  readonly ENV: Record<string, string>;
  readonly FS: FileSystem;
  UTF8ToString(pointer: number): string;
  stringToNewUTF8(text: string): number;
  getValue(pointer: number, type: 'double' | 'i32' | '*'): number;
  stackSave(): number;
  stackRestore(pointer: number): void;
  stackAlloc(size: number): number;
}

interface FileNode {
  stream_ops: Record<string, unknown>;
  node_ops: Record<string, unknown>;
  usedBytes: number;
}

interface FileSystem {
  mkdirTree(path: string): void;
  createFile(parent: string, name: string, properties: object, canRead: boolean, canWrite: boolean): FileNode;
}

interface Stream {
  position: number;
  readonly node: FileNode;
}

/** A failure of PROJ, with its own message. */
export class ProjError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ProjError';
  }
}

/** PROJ's C library with its database. Calls are synchronous; one instance serves a process. */
export class ProjLibrary {
  readonly #module: Runtime & CFunctions;
  readonly context: number;
  /** Maps are in use for an unknown time, and operations are kept for the next one: what is unused is given back. */
  readonly #unused = new FinalizationRegistry<() => void>((release) => release());

  private constructor(module: Runtime & CFunctions) {
    this.#module = module;
    this.context = this.call('context_create');
    // The network is off: with it a missing grid gives infinity and no alternative operation.
    this.call('context_set_enable_network', this.context, 0);
  }

  /**
   * Compiles and starts the library (about 0.1 s).
   * @param grids paths of grid files (NTv2, GTX, GeoTIFF) by the names under which PROJ looks for them. They are passed
   * at the start because PROJ remembers missing grids.
   */
  static async start(grids: ReadonlyMap<string, string> = new Map()): Promise<ProjLibrary> {
    const folder = dirname(createRequire(import.meta.url).resolve(`${PACKAGE.split('/')[0]}`));
    const { default: make } = (await import(pathToFileURL(join(folder, 'proj-emscripten.js')).href)) as {
      default: (options: object) => Promise<Runtime & CFunctions>;
    };
    const module = await make({
      locateFile: (name: string) => join(folder, name),
      preRun: [
        ({ ENV, FS }: Runtime) => {
          ENV['PROJ_DATA'] = FOLDER;
          FS.mkdirTree(FOLDER);
          addFile(FS, 'proj.db', join(folder, 'proj.db'));
          addFile(FS, 'proj.ini', join(folder, 'proj.ini'));
          for (const [name, path] of grids) if (isReadAs(name, path)) addFile(FS, name, path);
        },
      ],
      // Where PROJ's own messages matter, they are read from the context.
      print: () => {},
      printErr: () => {},
    });
    return new ProjLibrary(module);
  }

  /**
   * Calls a C function by its name without `proj_`.
   * @throws ProjError for a C++ exception: the library is compiled without catching, so exceptions arrive here
   */
  call(name: string, ...given: readonly (number | string)[]): number {
    const module = this.#module;
    const stack = module.stackSave();
    const texts: number[] = [];
    try {
      const words = given.map((value) => {
        if (typeof value === 'number') return value;
        const pointer = module.stringToNewUTF8(value);
        texts.push(pointer);
        return pointer;
      });
      return module[`_proj_${name}`]!(...words);
    } catch (error) {
      module.stackRestore(stack);
      throw new ProjError(`PROJ failed in proj_${name}: ${error instanceof Error ? error.message : 'a C++ exception'}`);
    } finally {
      for (const pointer of texts) module['_free']!(pointer);
    }
  }

  /** The object described by a text (code, WKT, PROJJSON); 0 if it describes none. */
  create(text: string): number {
    try {
      return this.call('create', this.context, text);
    } catch (error) {
      if (error instanceof ProjError) return 0;
      throw error;
    }
  }

  /** The text at a pointer; '' for a null pointer. */
  text(pointer: number): string {
    return pointer === 0 ? '' : this.#module.UTF8ToString(pointer);
  }

  /**
   * Calls a function with output parameters and returns their values.
   * @param types of the outputs, in the order of the pointers
   * @param use receives the pointers; if it returns false, nothing was written and the result is undefined
   */
  outputs(
    types: readonly ('double' | 'i32' | '*')[],
    use: (pointers: readonly number[]) => boolean,
  ): number[] | undefined {
    const module = this.#module;
    const stack = module.stackSave();
    try {
      const pointers = types.map(() => module.stackAlloc(8));
      return use(pointers) ? pointers.map((pointer, i) => module.getValue(pointer, types[i]!)) : undefined;
    } finally {
      module.stackRestore(stack);
    }
  }

  /** Has PROJ destroy an object when nothing refers to its holder any more. */
  keepFor(holder: object, pointer: number): void {
    this.#unused.register(holder, () => void this.call('destroy', pointer));
  }

  /** Room for `count` numbers, which stays as long as its holder. @returns the pointer, a multiple of 8 */
  reserveFor(holder: object, count: number): number {
    const pointer = this.#module['_malloc']!(8 * count);
    this.#unused.register(holder, () => void this.#module['_free']!(pointer));
    return pointer;
  }

  /** The memory as numbers. Read it again after every call, which may move it. */
  get numbers(): Float64Array {
    return this.#module.HEAPF64;
  }

  /** PROJ's message about the last failure in the context. */
  get lastError(): string {
    const code = this.call('context_errno', this.context);
    return code === 0 ? 'no reason given' : this.text(this.call('context_errno_string', this.context, code));
  }
}

/** PROJ recognises GTX by the ending alone, and looks for such a file by its former name, too. */
function isReadAs(name: string, path: string): boolean {
  return name.toLowerCase().endsWith('.gtx') === path.toLowerCase().endsWith('.gtx');
}

/** Makes a file available to PROJ under a name, read on demand because a grid may have a gigabyte. */
function addFile(fs: FileSystem, name: string, path: string): void {
  const node = fs.createFile(FOLDER, basename(name), {}, true, false);
  const file = openSync(path, 'r');
  const { size } = fstatSync(file);
  node.usedBytes = size;
  const getattr = node.node_ops['getattr'] as (of: FileNode) => object;
  node.node_ops = { ...node.node_ops, getattr: (of: FileNode) => ({ ...getattr(of), size }) };
  node.stream_ops = {
    read: (_stream: Stream, buffer: Int8Array, offset: number, length: number, position: number): number =>
      readSync(file, buffer, offset, Math.max(0, Math.min(length, size - position)), position),
    llseek: (stream: Stream, offset: number, whence: number): number =>
      offset + (whence === 1 ? stream.position : whence === 2 ? size : 0),
  };
  process.once('exit', () => closeSync(file));
}
