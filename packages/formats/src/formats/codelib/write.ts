import type { FieldJob } from '@fieldbridge/fieldjob';
import type { WriteContext } from '../../core/format.ts';
import { writeXml } from '../../kit/xml/writer.ts';
import { writeCode } from './code-element.ts';
import { CODE_LIBRARY_NAMESPACE, CODE_LIBRARY_ROOT, CODE_LIBRARY_VERSION } from './profile.ts';
import { layerAttributes } from './style.ts';

/** Writes the layers and codes of a job as a code library; everything else of the job is reported as left out. */
export async function writeCodeLibrary(job: FieldJob, path: string, context: WriteContext): Promise<void> {
  await writeXml(path, 'escape', (xml) => {
    xml.start(CODE_LIBRARY_ROOT, {
      xmlns: CODE_LIBRARY_NAMESPACE,
      version: CODE_LIBRARY_VERSION,
      name: job.info.name || undefined,
    });
    xml.start('Layers');
    for (const layer of job.layers) {
      if (layer.name === '')
        context.report({ code: 'name-missing', severity: 'warning', text: 'a layer without a name was left out' });
      else xml.empty('Layer', layerAttributes(layer));
    }
    xml.end();
    xml.start('Codes');
    const seen = new Set<string>();
    for (const code of job.codes) {
      const key = `${code.kind} ${code.name}`;
      if (code.name === '' || seen.has(key)) {
        const reason = code.name === '' ? 'has no name' : 'stands there twice';
        const text = `the ${code.kind} code "${code.name}" ${reason} and was left out: names are unique in a library`;
        context.report({ code: code.name === '' ? 'name-missing' : 'duplicate-code', severity: 'warning', text });
        continue;
      }
      seen.add(key);
      writeCode(xml, code);
      context.signal.throwIfAborted();
    }
    xml.end();
    xml.end();
  });
}
