import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

// The build runs this first in each process and thread, so that stack traces name the sources. With
// `node --enable-source-maps`, all maps are read at the start, which takes as long as the start of a server and as much
// memory; here a map is read for an error only.

/** The folder of the build. */
const FOLDER = new URL('./', import.meta.url).href;
/** Addresses in the build to addresses in the sources, for the stacks so far. Maps are too large to keep. */
const origins = new Map<string, string>();

Error.prepareStackTrace = (error: Error, sites: NodeJS.CallSite[]): string => {
  const maps = new Map<string, SourceMap>();
  const lines = sites.map((site) => `\n    at ${describe(site, maps)}`);
  return Error.prototype.toString.call(error) + lines.join('');
};

function describe(site: NodeJS.CallSite, maps: Map<string, SourceMap>): string {
  const url = site.getScriptNameOrSourceURL();
  if (!url?.startsWith(FOLDER)) return `${site}`;
  const [line, column] = [site.getLineNumber()!, site.getColumnNumber()!];
  const address = `${url}:${line}:${column}`;
  let origin = origins.get(address);
  if (origin === undefined) {
    try {
      origin = findOrigin(url, line, column, maps);
    } catch {
      // The build was deleted, or no file can be opened: that must not hide the error with this stack.
      return `${site}`;
    }
    origins.set(address, origin);
  }
  return `${site}`.replace(address, () => origin);
}

function findOrigin(url: string, line: number, column: number, maps: Map<string, SourceMap>): string {
  let map = maps.get(url);
  if (map === undefined) {
    map = new SourceMap(JSON.parse(readFileSync(fileURLToPath(`${url}.map`), 'utf8')));
    maps.set(url, map);
  }
  const origin = map.findOrigin(line, column);
  if (!('fileName' in origin)) return `${url}:${line}:${column}`;
  return `${new URL(origin.fileName, url)}:${origin.lineNumber}:${origin.columnNumber}`;
}
