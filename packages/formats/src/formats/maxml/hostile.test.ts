import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Path } from '@fieldbridge/fieldjob';
import { readWith } from '../../../testing/run-format.ts';
import { LimitError } from '../../core/failure.ts';
import { maxml } from './format.ts';

const wrap = (body: string, job = '<Job><Crs kind="local"/></Job>'): string =>
  `<MAXML xmlns="urn:fieldbridge:maxml:1" version="1.0">${job}\n${body}</MAXML>`;
const read = (body: string, limits = {}) => readWith(maxml, wrap(body), { limits });
/** Asserts that the issues have a code, with a word in its text. */
async function assertReported(body: string, code: string, word: RegExp): Promise<void> {
  const { issues } = await read(body);
  assert.deepEqual(
    issues.summary().map((issue) => [issue.code, issue.line]),
    [[code, 2]],
    body,
  );
  assert.match(issues.summary()[0]!.text, word);
}

describe('values of MAXML that the schema does not allow', () => {
  it('are reported with their line, and the default is used', async () => {
    const place = 'easting="1" northing="2"';
    for (const [value, word] of [
      ['page="-5"', /page="-5"/],
      ['page="4294967296"', /page/],
      ['lineWeight="9999999999"', /lineWeight/],
      ['lineWeight="0.5"', /lineWeight/],
      ['colour="99999999999"', /colour/],
      ['colour="#12345"', /colour="#12345"/],
      ['time="2024-02-30T00:00:00Z"', /time/],
      ['quality="1,5"', /quality/],
      ['elevation="high"', /elevation="high"/],
      ['source="0"', /source="0"/],
      ['source="-2"', /source="-2"/],
      ['source="first"', /source="first"/],
    ] as const)
      await assertReported(`<Points><Point ${place} ${value}/></Points>`, 'bad-value', word);
    const { job } = await read(
      `<Points><Point ${place} page="-5" lineWeight="9999999999" colour="99999999999" elevation="high"/></Points>`,
    );
    assert.deepEqual(
      [job.points.page.get(0), job.points.lineWeight.get(0), job.points.colour.get(0), job.points.elevation(0)],
      [0, -1, -1, Number.NaN],
    );
    await assertReported(
      `<Lines><Line closed="maybe"><Ring><Vertices>0 0 0</Vertices></Ring></Line></Lines>`,
      'bad-value',
      /closed="maybe"/,
    );
    await assertReported(
      `<Texts><Text ${place} justification="middle"><Content>a</Content></Text></Texts>`,
      'bad-value',
      /justification="middle"/,
    );
    await assertReported(
      '<Alignments><Alignment><Horizontal kind="spiral"/></Alignment></Alignments>',
      'bad-value',
      /kind="spiral"/,
    );
    await assertReported(
      '<Drawings><Drawing><Placement kind="fit"/><Scene/></Drawing></Drawings>',
      'bad-value',
      /kind="fit"/,
    );
  });

  describe('of the job are also reported', () => {
    for (const [job, crs] of [
      ['<Job unit="yard"><Crs kind="local"/></Job>', { kind: 'local' }],
      ['<Job><Crs kind="epsg" code="many"/></Job>', { kind: 'local' }],
      ['<Job><Crs kind="UTM" name="32"/></Job>', { kind: 'local', name: '32' }],
      ['<Job createdAt="today"><Crs kind="local"/></Job>', { kind: 'local' }],
    ] as const)
      it(JSON.stringify(job), async () => {
        const { job: found, issues } = await readWith(maxml, wrap('', job));
        assert.deepEqual([issues.count('bad-value'), found.info.crs, found.info.unit], [1, crs, undefined], job);
      });
  });
});

describe('incomplete objects of MAXML', () => {
  describe('points, texts and planes without a position are skipped, counted and reported', () => {
    for (const [element, rest] of [
      ['Point', ''],
      ['Text', '<Content>a</Content>'],
      ['Plane', ''],
    ] as const)
      it(JSON.stringify(element), async () => {
        const { issues, tally, job } = await read(
          `<${element}s><${element} name="one" northing="1">${rest}</${element}><${element} easting="x" northing="1">${rest}</${element}><${element} easting="1" northing="2">${rest}</${element}></${element}s>`,
        );
        assert.equal(issues.count('coordinates-missing'), 2, element);
        assert.match(issues.places().find(({ code }) => code === 'coordinates-missing')!.text, /"one"/);
        const { found, read: taken, skipped } = tally.of(element);
        assert.deepEqual([found, taken, skipped], [3, 1, 2]);
        assert.equal(job.points.length + job.texts.length + job.planes.length, 1);
      });
  });

  it('a line has one ring: two are not joined', async () => {
    const ring = (at: number): string => `<Ring><Vertices>${at} 0 0 ${at} 1 0</Vertices></Ring>`;
    const { job, issues, tally } = await read(
      `<Lines><Line name="two">${ring(0)}${ring(9)}</Line><Line>${ring(5)}</Line></Lines>`,
    );
    assert.deepEqual([job.lines.length, issues.count('geometry-damaged'), tally.of('Line').skipped], [1, 1, 1]);
    assert.equal(job.lines.loadPath(0, new Path()).coordinates[0], 5);
    assert.equal(
      (await read(`<Areas><Area>${ring(0)}${ring(9)}</Area></Areas>`)).job.areas.length,
      1,
      'areas have holes',
    );
  });

  it('a pair of a placement needs both numbers', async () => {
    const { job, issues } = await read(
      '<Drawings><Drawing><Placement kind="point"><From easting="1"/><From easting="NaN" northing="1"/><From easting="1" northing="2"/><To easting="3" northing="4"/></Placement><Scene/></Drawing></Drawings>',
    );
    assert.deepEqual(job.drawings[0]?.placement, { kind: 'point', from: [[1, 2]], to: [[3, 4]], scale: 1 });
    assert.equal(issues.count('placement-damaged'), 2);
  });

  it('the file of a drawing must be entirely base64', async () => {
    const file = async (text: string): Promise<readonly [string, number]> => {
      const { job, issues } = await read(
        `<Drawings><Drawing><Placement kind="none"/><File>${text}</File><Scene/></Drawing></Drawings>`,
      );
      return [Buffer.from(job.drawings[0]!.read!()).toString('latin1'), issues.count('file-damaged')];
    };
    // "Zm9vYmFy" is "foobar", "Zm9vYg==" is "foob" (RFC 4648, 10).
    for (const [text, bytes] of [
      ['Zm9vYmFy', 'foobar'],
      ['Zm9vYg==', 'foob'],
      ['Zm 9v\n\tYm\r\nE=', 'fooba'],
      ['Zm9v<!-- -->Y<![CDATA[g=]]>=\n', 'foob'],
      ['', ''],
    ] as const)
      assert.deepEqual(await file(text), [bytes, 0], text);
    for (const text of ['!!!!', 'Zm9vYg', 'Zm9v-mFy', 'Zm9vYg==Zm9v', 'Zg=', 'Zm=v', 'Zm9v\u0141mFy'])
      assert.equal((await file(text))[1], 1, text);
    const long = Buffer.alloc(600_000, 'some bytes of a drawing, ').toString('latin1');
    const lines = Buffer.from(long, 'latin1').toString('base64').replace(/.{76}/g, '$&\n');
    assert.deepEqual(await file(lines), [long, 0], 'a file in several pieces');
  });

  it('unknown elements are skipped anywhere', async () => {
    const deep = '<x a="b"><Point easting="1" northing="2"/>text</x>';
    const { job, issues } = await read(
      `${deep}<Points>${deep}<Point easting="1" northing="2">${deep}</Point></Points><Lines><Line>${deep}<Ring>${deep}<Vertices>0 0 0</Vertices></Ring></Line></Lines>` +
        `<Alignments><Alignment>${deep}</Alignment></Alignments><Surfaces><Surface>${deep}</Surface></Surfaces><Observations><Observation>${deep}</Observation></Observations>` +
        `<Drawings>${deep}<Drawing>${deep}<Placement kind="none">${deep}</Placement><Scene>${deep}</Scene></Drawing></Drawings>`,
    );
    assert.equal(issues.count('unknown-element'), 12);
    assert.deepEqual([job.points.length, job.lines.length, job.alignments.length, job.drawings.length], [1, 1, 1, 1]);
  });
});

describe('limits of MAXML', () => {
  const limited = (limit: string) => (error: unknown) => error instanceof LimitError && error.limit === limit;
  const scene = (body: string): string => `<Drawing><Placement kind="none"/><Scene>${body}</Scene></Drawing>`;

  it('count the scenes of drawings together with the job', async () => {
    const body = `${points(4)}<Drawings>${scene(points(3))}${scene(points(3))}</Drawings>`;
    // 10 points and 2 drawings.
    assert.equal((await read(body, { features: 12 })).job.drawings.length, 2);
    await assert.rejects(read(body, { features: 11 }), limited('features'));
    const lines = '<Lines><Line><Ring><Vertices>0 0 0 1 1 1</Vertices></Ring></Line></Lines>';
    const drawn = `${lines}<Drawings>${scene(lines)}${scene(lines)}</Drawings>`;
    assert.equal((await read(drawn, { vertices: 6 })).job.lines.vertexCount, 2);
    await assert.rejects(read(drawn, { vertices: 5 }), limited('vertices'));
  });

  it('apply to the bytes of a file, and to lists of any kind', async () => {
    const file = `<Drawings><Drawing><Placement kind="none"/><File>${'Zm9v\n'.repeat(100)}</File><Scene/></Drawing></Drawings>`;
    assert.equal((await read(file, { unpackedBytes: 300 })).job.drawings[0]!.size, 300);
    await assert.rejects(read(file, { unpackedBytes: 299 }), limited('unpackedBytes'));
    const numbers = '1 '.repeat(30);
    for (const body of [
      `<Lines><Line><Ring><Bulges>${numbers}</Bulges></Ring></Line></Lines>`,
      `<Surfaces><Surface><Breakline>${numbers}</Breakline></Surface></Surfaces>`,
      `<Surfaces><Surface><Triangles>${numbers}</Triangles></Surface></Surfaces>`,
      `<Alignments><Alignment><Section station="1">${numbers}</Section></Alignment></Alignments>`,
    ]) {
      await read(body, { vertices: 10 });
      await assert.rejects(read(body, { vertices: 9 }), limited('vertices'), body.slice(0, 40));
    }
  });

  it('are not needed for nested scenes, which do not exist', async () => {
    const { job, issues } = await read(`<Drawings>${scene(`<Drawings>${scene(points(1))}</Drawings>`)}</Drawings>`);
    assert.deepEqual(
      [job.drawings.length, job.drawings[0]!.scene.drawings.length, issues.count('unknown-element')],
      [1, 0, 1],
    );
  });
});

describe('a MAXML truncated at any byte', () => {
  it('is read up to that byte, and reported as cut off', async () => {
    const whole = Buffer.from(
      wrap(
        `<Layers><Layer name="é"/></Layers>${points(1)}<Lines><Line><Ring><Vertices>0 0 0 1 1 1</Vertices></Ring></Line></Lines>` +
          `<Drawings>${'<Drawing><Placement kind="none"/><File>Zm9v</File><Scene/></Drawing>'}</Drawings>`,
      ),
    );
    const root = whole.indexOf('version="1.0">') + 'version="1.0">'.length;
    let most = 0;
    for (let length = root; length < whole.length; length++) {
      const { job, issues } = await readWith(maxml, whole.subarray(0, length));
      assert.equal(issues.count('xml-cut-off'), 1, `${length} bytes`);
      assert.ok(issues.has('error'));
      const found = job.points.length + job.lines.length + job.drawings.length;
      assert.ok(found >= most, 'more bytes never give fewer objects');
      most = found;
    }
    assert.equal(most, 3);
  });
});

describe('a document of the dialect truncated at any byte', () => {
  it('counts complete points as read, but not the truncated one', async () => {
    const point = (n: number): string =>
      `<Point><PointNumber>${n}</PointNumber><Easting>${n}</Easting><Northing>2</Northing></Point>`;
    let most = 0;
    const whole = `<Survey>${point(1)}<Group>${point(2)}</Group>${point(3)}</Survey>`;
    for (let length = '<Survey>'.length; length <= whole.length; length++) {
      const { job, tally } = await readWith(maxml, whole.slice(0, length));
      const { found, read: taken, skipped } = tally.of('Point');
      assert.equal(taken, job.points.length, `${length} bytes`);
      assert.equal(found, taken + skipped, `${length} bytes`);
      assert.equal(skipped, 0);
      most = Math.max(most, taken);
    }
    assert.equal(most, 3);
  });
});

function points(count: number): string {
  return `<Points>${'<Point easting="1" northing="2"/>'.repeat(count)}</Points>`;
}
