import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { deflateSync } from 'node:zlib';
import { compoundOf } from '../../../../testing/compound-file.ts';
import { codesOf, imported } from '../../../../testing/journeys.ts';
import { readWith } from '../../../../testing/run-format.ts';
import { MemorySource } from '../../../core/byte-source.ts';
import { dgn } from '../format.ts';
import { CompoundFile } from './compound-file.ts';

const CORPUS = process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../../../../shared/corpus');
const SAMPLE = readFileSync(join(CORPUS, 'dgn/v8/test_dgnv8.dgn'));
const ATTACHMENTS = join(CORPUS, '../drawings/dgn-v8/attachments');
const MASTER = readFileSync(join(ATTACHMENTS, 'ref1.dgn'));

/** The streams of a design file in a folder, made from a file of another name, which attaches published files. */
function embed(
  folder: string,
  content: Uint8Array,
  source: string,
  attached: readonly string[] = [],
): [string, Uint8Array][] {
  const file = new CompoundFile(new MemorySource(content));
  const sources = [source, ...attached.map((name) => `${name}.i.dgn`)];
  const list = sources.map((name) => `<Source External="true">file://D:\\work\\${name}</Source>`).join('');
  const xml = `<Provenance><Files><File><Sources>${list}</Sources></File></Files>`;
  const streams = file.streams.map((stream): [string, Uint8Array] => [`${folder}${stream.path}`, file.read(stream)]);
  return [...streams, [`${folder}/Dgn~Fprov`, deflateSync(Buffer.from(xml, 'utf16le'))]];
}

/** A published i-model: its own streams are encrypted, which here are random bytes. */
const OWN: [string, Uint8Array][] = [
  ['/Dgn~Fprov', deflateSync(Buffer.from('<Provenance/>', 'utf16le'))],
  ['/Dgn~SKY/0', new Uint8Array(28).fill(0x5a)],
  ['/Dgn-Md/#000000/Dgn~Mh', new Uint8Array(200).fill(0x5a)],
];
const published = (...embedded: [string, Uint8Array][][]): Uint8Array =>
  compoundOf(new Map([...OWN, ...embedded.flat()]));

describe('V8: design files that a published i-model embeds', () => {
  const [first, second] = [embed('/.Embedded/#000001', MASTER, 'a.dgn'), embed('/.Embedded/#000002', SAMPLE, 'b.dgn')];
  const names = 'a.dgn, b.dgn';
  for (const [option, name] of [
    [undefined, 'a.dgn'],
    ['b.dgn', 'b.dgn'],
    ['B.DGN', 'b.dgn'],
  ] as const)
    it(`model=${option}: ${name} is read as if it were alone`, async () => {
      const options = option === undefined ? {} : { model: option };
      const { job, issues } = await readWith(dgn, published(first, second), { options });
      const alone = await readWith(dgn, name === 'a.dgn' ? MASTER : SAMPLE);
      assert.deepEqual(
        [job.lines.length, job.areas.length, job.texts.length, job.points.length],
        [alone.job.lines, alone.job.areas, alone.job.texts, alone.job.points].map(({ length }) => length),
      );
      const issue = issues.summary().find(({ code }) => code === 'dgn-published-embedded');
      assert.deepEqual(issue?.parameters, { files: 2, names, name });
    });
  it('a model of the first embedded file may be named, too', () =>
    assert.rejects(readWith(dgn, published(first), { options: { model: 'no such model' } }), { code: 'dgn-no-model' }));
  it('encrypted and damaged ones do not count', async () => {
    const encrypted: [string, Uint8Array][] = [...first, ['/.Embedded/#000001/Dgn~SKY/0', new Uint8Array(28)]];
    const damaged = second.map(([path, bytes]): [string, Uint8Array] =>
      path.endsWith('Dgn~Mh') ? [path, new Uint8Array(100).fill(0x5a)] : [path, bytes],
    );
    for (const file of [published(), published(encrypted), published(encrypted, damaged)])
      await assert.rejects(readWith(dgn, file), { code: 'dgn-published' });
  });

  describe('attach each other', () => {
    const part = embed('/.Embedded/#000001', readFileSync(join(ATTACHMENTS, 'commonref.dgn')), 'commonref.dgn');
    const whole = embed('/.Embedded/#000002', MASTER, 'ref1.dgn', ['commonref.dgn']);
    it('the one that no other one attaches is read, with the others in their places', async () => {
      const { job, issues } = await imported(published(part, whole), 'a.i.dgn');
      const names = Array.from({ length: job.layers.length }, (_, i) => job.layers.name(i));
      assert.deepEqual([names, job.texts.length], [['Default', 'commonref|Default'], 2]);
      assert.deepEqual([issues.count('attached-read'), issues.count('dgn-attached-file')], [1, 1]);
      const chosen = issues.summary().find(({ code }) => code === 'dgn-published-embedded');
      assert.equal(chosen?.parameters?.['name'], 'ref1.dgn');
    });
    it('what is not embedded is named, and so is what a reader alone cannot read', async () => {
      const { issues } = await readWith(dgn, published(part, whole));
      assert.equal(issues.count('dgn-attached-file'), 2);
    });
    it('a part may be read alone', async () => {
      const { job, issues } = await imported(published(part, whole), 'a.i.dgn', { model: 'commonref.dgn' });
      assert.deepEqual([job.texts.length, codesOf(issues).includes('attached-read')], [1, false]);
    });
  });
});
