import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { JobBuilder, type Selection, type SelectionKind } from '@fieldbridge/fieldjob';
import type { Issue } from '../core/issues/issue.ts';
import { detect, importFile, MemorySource, parseImportOptions, reportContent } from '../index.ts';
import { SelectionLookup, unselectedAsNotes } from './selection-lookup.ts';

const CORPUS = process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../../shared/corpus');

const entry = (name: string, kind: SelectionKind, selected: boolean) => ({
  name,
  kind,
  count: 1,
  extent: null,
  selected,
});

describe('a selection may include', () => {
  const lookup = new SelectionLookup({
    groups: [
      { group: 'kinds', entries: [entry('line', 'line', true), entry('text', 'text', false)] },
      {
        group: 'layers',
        entries: [entry('Kerb', 'line', false), entry('Kerb', 'text', true), entry('Road', 'line', true)],
      },
      { group: 'surfaces', entries: [entry('A', 'surface', false), entry('(others)', 'surface', false)] },
      { group: 'alignments', entries: [entry('A', 'alignment', true), entry('B', 'alignment', false)] },
      { group: 'pages', entries: [entry('2', 'line', false)] },
    ],
  });

  for (const [about, included, what] of [
    [{}, true, 'the file as a whole'],
    [{ kind: 'line' }, true, 'a selected kind'],
    [{ kind: 'text' }, false, 'a deselected kind'],
    [{ kind: 'area' }, true, 'an unlisted kind'],
    [{ kind: 'line', layer: 'KERB' }, false, 'a layer name in another case'],
    [{ layer: 'kerb' }, false, 'a layer whose lines are off, and whose texts are off like all texts'],
    [{ layer: 'Road' }, true, 'a layer with one kind that is on'],
    [{ layer: 'Elsewhere' }, true, 'an unlisted layer'],
    [{ kind: 'surface', name: 'A' }, false, 'a surface that is off'],
    [{ kind: 'surface', name: 'Z' }, false, 'a surface among the others, which are off'],
    [{ kind: 'alignment', name: 'A' }, true, 'an alignment that is on, though a surface of that name is off'],
    [{ kind: 'alignment', name: 'B' }, false, 'an alignment that is off'],
    [{ page: 2 }, false, 'a page that is off'],
    [{ page: 1 }, true, 'an unlisted page'],
  ] as const)
    it(`${what}: ${included}`, () => assert.equal(lookup.mayInclude(about), included));

  it('turns warnings about deselected data into notes; errors stay, and issues lose their subject', () => {
    const seen: Issue[] = [];
    const selection = { groups: [{ group: 'kinds' as const, entries: [entry('text', 'text', false)] }] };
    const about = { kind: 'text' } as const;
    for (const given of [selection, undefined]) {
      const report = unselectedAsNotes((issue) => seen.push(issue), given);
      report({ code: 'crs-local', severity: 'warning', text: '', about });
      report({ code: 'crs-local', severity: 'error', text: '', about });
      report({ code: 'crs-local', severity: 'warning', text: '', about: { kind: 'line' } });
      report({ code: 'crs-local', severity: 'warning', text: '' });
    }
    const severities = seen.map(({ severity }) => severity);
    assert.deepEqual(severities, ['note', 'error', 'warning', 'warning', 'warning', 'error', 'warning', 'warning']);
    assert.ok(seen.every((issue) => !('about' in issue)));
  });
});

describe('an import of a part', () => {
  const DXF = (...records: string[][]) =>
    ['0', 'SECTION', '2', 'ENTITIES', ...records.flat(), '0', 'ENDSEC', '0', 'EOF', ''].join('\n');
  const LINE = ['0', 'LINE', '8', 'Kerb', '10', '0', '20', '0', '11', '5', '21', '5'];
  const BAD_CIRCLE = ['0', 'CIRCLE', '8', 'Trees', '10', '0', '20', '0', '40', '-1'];
  const GOOD_CIRCLE = ['0', 'CIRCLE', '8', 'Trees', '10', '0', '20', '0', '40', '2'];
  const LANDXML = `<LandXML xmlns="http://www.landxml.org/schema/LandXML-1.2" version="1.2"><Units><Metric linearUnit="meter"/></Units>
    <Surfaces><Surface name="Ground"><Definition surfType="TIN"><Pnts><P id="1">0 0 1</P><P id="2">0 9 1</P><P id="3">9 0 1</P></Pnts>
    <Faces><F>1 2 3</F><F>1 2 77</F></Faces></Definition></Surface></Surfaces>
    <CgPoints><CgPoint name="P1">1 2 3</CgPoint></CgPoints></LandXML>`;
  const MAXML = `<MAXML xmlns="urn:fieldbridge:maxml:1" version="1.0"><Job unit="metre"/><Points><Point name="A" easting="1" northing="2"/></Points>
    <Lines><Line><Nonsense/><V e="0" n="0"/><V e="1" n="1"/></Line></Lines></MAXML>`;

  async function warningsOf(
    bytes: Uint8Array | string,
    name: string,
    keep: (kind: string, group: string, name: string) => boolean,
  ) {
    const source = new MemorySource(Buffer.from(bytes as string), name);
    const detection = detect(source)!;
    const { values, placement } = parseImportOptions(detection.format, {});
    const request = {
      ...{ source, detection, options: values, placement, as: 'features' as const, target: {} },
      ...{ signal: new AbortController().signal, progress: () => {}, workFolder: tmpdir() },
    };
    const { report } = await reportContent(request);
    const groups = structuredClone(report.selection) as Selection['groups'];
    const warned = report.issues.filter(({ severity }) => severity === 'warning').map(({ code }) => code);
    for (const { group, entries } of groups) for (const one of entries) one.selected = keep(one.kind, group, one.name);
    const { issues } = await importFile({ ...request, selection: { groups } }, new JobBuilder());
    const left = issues
      .summary()
      .filter(({ severity }) => severity === 'warning')
      .map(({ code }) => code);
    return [warned, left];
  }

  const bris = () => readFileSync(join(CORPUS, 'topcon/tps-bris.tp3'));
  for (const [what, bytes, name, keep, before, after] of [
    [
      'surfaces of a TP3',
      bris,
      'a.tp3',
      (kind: string) => kind === 'surface',
      ['alignment-curve-assumed', 'template-skipped'],
      [],
    ],
    [
      'alignments of a TP3',
      bris,
      'a.tp3',
      (kind: string) => kind === 'alignment',
      ['alignment-curve-assumed', 'template-skipped'],
      ['alignment-curve-assumed', 'template-skipped'],
    ],
    [
      'all but one alignment of a TP3',
      bris,
      'a.tp3',
      (_: string, group: string) => group !== 'alignments',
      ['alignment-curve-assumed', 'template-skipped'],
      [],
    ],
    [
      'one layer of a drawing',
      () => DXF(LINE, GOOD_CIRCLE, BAD_CIRCLE),
      'a.dxf',
      (_: string, group: string, layer: string) => group !== 'layers' || layer === 'Kerb',
      ['bad-radius'],
      [],
    ],
    [
      'the other layer of a drawing',
      () => DXF(LINE, GOOD_CIRCLE, BAD_CIRCLE),
      'a.dxf',
      (_: string, group: string, layer: string) => group !== 'layers' || layer === 'Trees',
      ['bad-radius'],
      ['bad-radius'],
    ],
    ['points of a LandXML', () => LANDXML, 'a.xml', (kind: string) => kind === 'point', ['face-without-point'], []],
    [
      'the surface of a LandXML',
      () => LANDXML,
      'a.xml',
      (_: string, group: string) => group !== 'pointRanges',
      ['face-without-point'],
      ['face-without-point'],
    ],
    [
      'points of a MAXML',
      () => MAXML,
      'a.maxml',
      (kind: string) => kind === 'point',
      ['unknown-element', 'unknown-element'],
      [],
    ],
  ] as const)
    it(`is warned about its own data only: ${what}`, async () => {
      assert.deepEqual(await warningsOf(bytes(), name, keep), [before, after]);
    });
});
