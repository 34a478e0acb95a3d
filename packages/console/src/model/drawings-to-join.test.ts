import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { unzipSync } from 'fflate';
import { archiveOf } from './archive.ts';
import { drawingsToJoin } from './drawings-to-join.ts';

const looked = (name: string, ...codes: string[]) => ({
  file: { name },
  report: { issues: codes.map((code) => ({ code })) },
});

describe('drawings that are read together', () => {
  for (const [what, files, joined] of [
    ['one of V8 that attaches others', [looked('m.dgn', 'dgn-attached-file'), looked('r.DGN')], ['m.dgn', 'r.DGN']],
    ['a DXF and a DWG', [looked('m.dxf', 'xref-not-read'), looked('r.dwg')], ['m.dxf', 'r.dwg']],
    ['an archive in which one is missing is not packed again', [looked('m.zip', 'attached-missing')], []],
    ['drawings without attachments', [looked('a.dgn'), looked('b.dgn', 'dgn-deleted')], []],
    ['without other files', [looked('m.dgn', 'dgn-attached-file'), looked('p.csv')], ['m.dgn']],
    ['files that are still read', [{ file: { name: 'm.dgn' } }, { file: { name: 'r.dgn' } }], []],
  ] as const)
    it(what, () =>
      assert.deepEqual(
        drawingsToJoin<{ file: { name: string } }>(files).map(({ file }) => file.name),
        joined,
      ),
    );

  it('are in one archive, those of the same name in folders', async () => {
    const file = (content: string) => new File([content], 'a.dgn');
    const archive = await archiveOf([file('one'), file('two')], 'site');
    assert.equal(archive.name, 'site.zip');
    const found = Object.entries(unzipSync(new Uint8Array(await archive.arrayBuffer())));
    assert.deepEqual(
      found.map(([path, bytes]) => [path, new TextDecoder().decode(bytes)]),
      [
        ['a.dgn', 'one'],
        ['1/a.dgn', 'two'],
      ],
    );
  });
});
