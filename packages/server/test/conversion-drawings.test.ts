import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Drawing } from '@fieldbridge/fieldjob';
import { ConversionClient, corpus, corpusFiles, type ReportAnswer } from '../testing/conversion-client.ts';
import { readJob } from '../testing/read-job.ts';
import { startTestServer, stopFaultless, type TestServer } from '../testing/server.ts';

// The interface document: DWG, DXF, DGN and PDF become background drawings of a field job. Tested here: which drawings
// a job has, where they are, and that they contain what the caller selected.

let server: TestServer;
let client: ConversionClient;
before(async () => {
  server = await startTestServer({ logLevel: 'error' });
  client = ConversionClient.of(server);
});
after(() => stopFaultless(server));

const entity = (type: string, layer: string, ...rest: (string | number)[]) =>
  ['0', type, '8', layer, ...rest].join('\n');
const line = (layer: string, at: number) => entity('LINE', layer, 10, at, 20, at, 11, at + 5, 21, at);
const DXF = [
  '0\nSECTION\n2\nENTITIES',
  ...[line('Kerb', 0), line('Kerb', 100), line('Trees', 50), entity('TEXT', 'Trees', 10, 3, 20, 3, 40, 1, 1, 'oak')],
  '0\nENDSEC\n0\nEOF\n',
].join('\n');

async function drawingsOf(jobId: string): Promise<readonly Drawing[]> {
  await client.status(jobId);
  return (await readJob((await client.download(jobId, 'mjf')).bytes, server.directory)).drawings;
}

describe('each kind of CAD file becomes a background drawing with its file, and adds no feature', () => {
  for (const [path, format] of [
    ['dxf/3dface.dxf', 'dxf'],
    ['dwg/sample_AC1032.dwg', 'dwg'],
    [corpusFiles('dgn/v7', '.dgn')[0]!, 'dgn'],
    [corpusFiles('pdf', '.pdf')[0]!, 'pdf'],
  ] as const)
    test(JSON.stringify(path), async () => {
      const { jobId } = await client.createJob({ unit: 'm' });
      await client.append(jobId, 'auto', corpus(path), path);
      const [drawing, ...more] = await drawingsOf(jobId);
      const { counts, layers } = await client.info(jobId);
      assert.equal(drawing!.format, format, path);
      // The images of a plot become separate drawings.
      assert.equal(counts['drawings'], 1 + more.length, path);
      assert.equal(drawing!.sha256, createHash('sha256').update(corpus(path)).digest('hex'), path);
      assert.equal(drawing!.size, corpus(path).length);
      assert.deepEqual([counts['points'], counts['lines'], counts['texts'], layers], [0, 0, 0, []], path);
      assert.ok(drawing!.placement.kind === 'none');
    });
});

test('a drawing keeps its own coordinates: a job in feet measures it in feet, and the placement determines its position', async () => {
  const { jobId } = await client.createJob({ unit: 'ft' });
  await client.append(jobId, 'dxf', DXF, 'plan.dxf', 'drawingUnit=m&placement=point&from=0,0&to=1000,2000');
  const [drawing] = await drawingsOf(jobId);
  const { scene, placement } = drawing!;
  assert.deepEqual([placement.kind, placement.from, placement.to], ['point', [[0, 0]], [[1000, 2000]]]);
  assert.deepEqual([scene.lines.length, scene.texts.length, scene.drawings.length], [3, 1, 0]);
  const info = (await client.info(jobId)) as unknown as { extent: unknown };
  assert.equal(info.extent, null, 'background drawings are not in the extent of the job');
});

test('the selection of layers, kinds and bounds also applies to drawings', async () => {
  const drawn = async (change: (filter: ReportAnswer) => void): Promise<[number, number, string[]]> => {
    const { jobId } = await client.createJob({ unit: 'm' });
    const filter = await client.report(jobId, 'dxf', DXF, 'plan.dxf');
    assert.deepEqual(
      [filter.counts['lines'], filter.counts['texts']],
      [3, 1],
      'features are counted, whatever they become',
    );
    change(filter);
    await client.importFiltered(filter);
    const [{ scene }] = (await drawingsOf(jobId)) as [Drawing];
    return [scene.lines.length, scene.texts.length, Array.from(scene.layers, ({ name }) => name)];
  };
  const off = (group: string, is: (name: string) => boolean) => (filter: ReportAnswer) => {
    for (const one of filter.selection)
      if (one.group === group) for (const entry of one.entries) if (is(entry.name)) entry.selected = false;
  };
  assert.deepEqual((await drawn(() => {})).slice(0, 2), [3, 1]);
  const kerbs = await drawn(off('layers', (name) => name === 'Trees'));
  assert.deepEqual(kerbs.slice(0, 2), [2, 0]);
  assert.ok(kerbs[2].includes('Kerb') && !kerbs[2].includes('Trees'), kerbs[2].join());
  assert.deepEqual((await drawn(off('kinds', (name) => name === 'line'))).slice(0, 2), [0, 1]);
  const bounds = { minEasting: 40, minNorthing: 0, maxEasting: 60, maxNorthing: 60 };
  assert.deepEqual((await drawn((filter) => Object.assign(filter, { bounds }))).slice(0, 2), [1, 0]);
});

test('several drawings of one job are in order, each with its placement, and are part of every package', async () => {
  const { jobId } = await client.createJob({ unit: 'm' });
  await client.append(jobId, 'dxf', DXF, 'one.dxf', 'placement=scale&scale=500');
  await client.append(jobId, 'dxf', DXF, 'two.dxf', 'placement=line&from=0,0;10,0&to=0,0;0,10');
  await client.append(jobId, 'csv', 'name,northing,easting\nA,1,2\n', 'a.csv');
  const shown = (drawings: readonly Drawing[]) =>
    drawings.map(({ fileName, placement, scene }) => [fileName, placement.kind, placement.scale, scene.lines.length]);
  const whole = shown(await drawingsOf(jobId));
  assert.deepEqual(whole, [
    ['one.dxf', 'scale', 500, 3],
    ['two.dxf', 'line', 1, 3],
  ]);
  for (const format of ['mjfzip', 'mjo', 'mjt']) {
    const again = await client.uploadJob(format, (await client.download(jobId, format)).bytes, `again.${format}`);
    assert.deepEqual(shown(await drawingsOf(again.jobId)), whole, format);
    assert.equal((await client.info(again.jobId)).counts['points'], 1);
  }
});

test('a placement is refused if a file is imported as features, with the options that need a drawing', async () => {
  const { jobId } = await client.createJob({ unit: 'm' });
  // A job created from a drawing gets features, and so does a conversion in one call.
  for (const [method, path] of [
    ['PUT', `/job/${jobId}/dxf?as=features&placement=point&from=0,0&to=1000,2000`],
    ['POST', '/job/upload/dxf?placement=point&from=0,0&to=1000,2000'],
    ['POST', '/convert?to=geojson&placement=scale&scale=500'],
  ] as const) {
    const answer = await client.send(method, path, DXF);
    assert.deepEqual([answer.status, answer.json()['code']], [400, 'invalid-parameter'], path);
    assert.match(String(answer.json()['detail']), /^The option placement is for background drawings only/);
  }
  const drawn = await client.send('POST', '/job/upload/dxf?as=both&placement=point&from=0,0&to=1000,2000', DXF);
  assert.equal(drawn.status, 202, 'requested as a drawing, it is placed');
  const points = await client.send('PUT', `/job/${jobId}/csv?placement=none`, 'name,northing,easting\nA,1,2\n');
  assert.deepEqual([points.status, points.json()['code']], [400, 'invalid-parameter'], 'points are not a drawing');
});
