import { JobBuilder, NO_PLACEMENT, type Placement } from '@fieldbridge/fieldjob';
import { issueOf } from '../../core/issues/issue-of.ts';
import { integerOr, numberOr, textAt, wordOf } from './cells.ts';
import { PackageReader } from './package-reader.ts';
import { joined, readParts } from './read-surfaces.ts';
import { JobReading } from './reading.ts';
import { TABLES } from './schema.ts';
import { jsonOf } from './values.ts';

/** Finds the file of a drawing next to the package; undefined if it is missing. */
export type FindFile = (path: string) => (() => Uint8Array) | undefined;

/** A row of the drawings table that waits for its scene. */
interface Waiting {
  readonly row: readonly unknown[];
  readonly scene: string;
}

/** Reads the drawings with their scenes. @param readScene reads the tables under a prefix into a sink */
export async function readDrawings(
  reading: JobReading,
  findFile: FindFile,
  readScene: (scene: JobReading) => Promise<void>,
): Promise<void> {
  const waiting: Waiting[] = [];
  await reading.each(TABLES.drawings, (row) => {
    waiting.push({ row, scene: textAt(row[11]) });
    return true;
  });
  for (const { row, scene } of waiting) {
    const builder = new JobBuilder();
    // Only a prefix as we write it names tables; anything else is an empty scene.
    if (/^drawing\d{1,6}_$/.test(scene)) {
      await readScene(new JobReading(reading.pkg, scene, builder, reading.context, reading.counters));
    }
    const [, name, fileName, format, mediaType, sha256, size, kind, from, to, scale, , path, source, first, parts] =
      row;
    const read = path === '' ? partsReader(reading, integerOr(first, 0), integerOr(parts, 0)) : findFile(textAt(path));
    if (typeof path === 'string' && read === undefined) {
      const handle = reading.handleOf(TABLES.drawings, row[0]);
      reading.context.report(issueOf('drawing-file-missing', { path, row: handle }, { handle }));
    }
    reading.sink.drawing({
      name: textAt(name),
      fileName: textAt(fileName),
      format: textAt(format),
      mediaType: textAt(mediaType),
      sha256: textAt(sha256),
      size: numberOr(size, 0),
      read: read ?? null,
      placement: placementOf(kind, from, to, scale),
      scene: builder.job,
      source: reading.source(source),
    });
  }
}

/** Reads the file from the package on demand: the package must still be in its place. */
function partsReader(reading: JobReading, first: number, count: number): () => Uint8Array {
  const { path, name, size } = reading.pkg;
  const { context, sink } = reading;
  return () => {
    const pkg = new PackageReader(path, name, size, false);
    try {
      const counters = { features: 0, vertices: 0, partBytes: 0 };
      return joined(
        readParts(new JobReading(pkg, '', sink, context, counters), first, count).map(({ bytes }) => bytes),
      );
    } finally {
      pkg.close();
    }
  };
}

function placementOf(kind: unknown, from: unknown, to: unknown, scale: unknown): Placement {
  const word = wordOf(kind, ['none', 'point', 'line', 'scale'] as const, 'none');
  const placement = { kind: word, from: pairsAt(from), to: pairsAt(to), scale: numberOr(scale, Number.NaN) };
  const plain = word === 'none' && placement.from.length + placement.to.length === 0 && placement.scale === 1;
  return plain ? NO_PLACEMENT : placement;
}

function pairsAt(value: unknown): [number, number][] {
  const pairs = jsonOf(textAt(value));
  if (!Array.isArray(pairs)) return [];
  return (pairs as unknown[])
    .filter((pair): pair is [number, number] => Array.isArray(pair) && pair.length === 2 && pair.every(Number.isFinite))
    .map(([easting, northing]) => [easting, northing]);
}
