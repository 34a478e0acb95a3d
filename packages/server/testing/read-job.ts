import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FieldJob, JobBuilder } from '@fieldbridge/fieldjob';
import { detect, FileSource, importFile, parseImportOptions } from '@fieldbridge/formats';

/**
 * The job in a downloaded `.mjf`, read as any program would read it. The bytes of its drawings are read on demand, and
 * the file is gone by then: check everything else.
 * @param folder for the file, which is removed
 */
export async function readJob(bytes: Uint8Array, folder: string): Promise<FieldJob> {
  const path = join(folder, `${crypto.randomUUID()}.mjf`);
  writeFileSync(path, bytes);
  const source = new FileSource(path);
  try {
    const detection = detect(source, 'mjf')!;
    const { values, placement } = parseImportOptions(detection.format, {});
    const builder = new JobBuilder();
    await importFile(
      {
        ...{ source, detection, options: values, placement, as: 'features', target: {}, workFolder: folder },
        ...{ signal: new AbortController().signal, progress: () => {} },
      },
      builder,
    );
    return builder.job;
  } finally {
    source.close();
    rmSync(path);
  }
}
