import type { FieldJob } from '@fieldbridge/fieldjob';
import type { WriteContext } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { writeXml } from '../../kit/xml/writer.ts';
import { writeCode } from './code-element.ts';
import { CODE_LIBRARY_NAMESPACE, CODE_LIBRARY_ROOT, CODE_LIBRARY_VERSION } from './profile.ts';
import { layerAttributes } from './style.ts';

/** Writes the layers and codes of a job as a code library; everything else is reported as omitted. */
export async function writeCodeLibrary(job: FieldJob, path: string, context: WriteContext): Promise<void> {
  await writeXml(path, 'escape', (xml) => {
    xml.start(CODE_LIBRARY_ROOT, {
      xmlns: CODE_LIBRARY_NAMESPACE,
      version: CODE_LIBRARY_VERSION,
      name: job.info.name || undefined,
    });
    xml.start('Layers');
    for (const layer of job.layers) {
      if (layer.name === '') context.report(issueOf('name-missing', { kind: 'layer' }));
      else xml.empty('Layer', layerAttributes(layer));
    }
    xml.end();
    xml.start('Codes');
    const seen = new Set<string>();
    for (const code of job.codes) {
      const { kind, name } = code;
      const key = `${kind} ${name}`;
      if (name === '' || seen.has(key)) {
        if (name === '') context.report(issueOf('name-missing', { kind: `${kind} code` }));
        else context.report(issueOf('duplicate-code', { kind, name }));
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
