import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ReadResult, readWith } from '../../../../testing/run-format.ts';
import { schemaFaults } from '../../../../testing/xmllint.ts';
import { maxml } from '../format.ts';

const SCHEMA = join(import.meta.dirname, '../schema/maxml.xsd');

/** A document of the open profile. */
export const documentOf = (body: string, job = '<Job><Crs kind="local"/></Job>'): string =>
  `<?xml version="1.0"?>\n<MAXML xmlns="urn:fieldbridge:maxml:1" version="1.0">\n${job}\n${body}</MAXML>`;

/** Two sources and two layers, to which the tests' elements refer: source 1 and layer `L`. */
export const BEFORE =
  '<Sources><Source fileName="a.dxf" format="dxf" sha256="00" importedAt="1970-01-01T00:00:01Z"/><Source fileName="b.csv" format="csv" sha256="11"/></Sources>' +
  '<Layers><Layer name="other"/><Layer name="L" colour="#000001" lineType="DOT" lineWeight="-1" visible="false" locked="true" description="of trees"/></Layers>';

/** Reads documents that must have no faults, and keeps them for validation together. */
export class SoundDocuments {
  readonly #documents: string[] = [];

  get count(): number {
    return this.#documents.length;
  }

  async read(body: string, job?: string): Promise<ReadResult> {
    const document = documentOf(body, job);
    const result = await readWith(maxml, document);
    assert.deepEqual(result.issues.places(), []);
    this.#documents.push(document);
    return result;
  }

  /** The faults that xmllint finds with the profile's schema; '' without any. */
  schemaFaults(): string {
    const folder = mkdtempSync(join(tmpdir(), 'maxml-'));
    try {
      const paths = this.#documents.map((document, i) => {
        const path = join(folder, `${i}.xml`);
        writeFileSync(path, document);
        return path;
      });
      return schemaFaults(SCHEMA, paths);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
}
