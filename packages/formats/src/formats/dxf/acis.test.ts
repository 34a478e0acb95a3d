import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { type FieldJob, Path } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import { readWith } from '../../../testing/run-format.ts';
import { dwg } from '../dwg/format.ts';
import { acisRecords } from './acis/records.ts';
import { acisShape } from './acis/shape.ts';
import { dxf } from './format.ts';
import { binaryOf } from './testing/binary.ts';
import { askEzdxf, missingEzdxf } from './testing/ezdxf.ts';
import { block, codes, drawing, EOF, type Groups, insert, section } from './testing/groups.ts';
import { asciiOf, CORPUS, entitiesOf, type Read, readFile, readGroups } from './testing/reading.ts';

// Solids, bodies and regions whose shape is stored as text of a solid modeller (ACIS, SAT).

/** Corners of every flat face of every solid and region that ezdxf can read, per file. */
const FACES_PROGRAM = `
import sys, json, logging
logging.disable(logging.CRITICAL)
import ezdxf
from ezdxf.acis import api
result = {}
for path in sys.argv[1:]:
    faces = []
    for entity in ezdxf.readfile(path).modelspace().query('3DSOLID REGION BODY'):
        for body in api.load(entity.sat):
            for mesh in api.mesh_from_body(body):
                faces += [[mesh.vertices[i].xyz for i in face] for face in mesh.faces]
    result[path] = faces
print(json.dumps(result))
`;

/** Saves drawings to compare: moved and rotated polyhedra with faces of 3 to 12 corners, in 2000, 2007 and 2010. */
const SOLIDS_PROGRAM = `
import sys, json, logging
logging.disable(logging.CRITICAL)
import ezdxf
from ezdxf.acis import api
from ezdxf.render import forms
paths = []
for version in ('R2000', 'R2007', 'R2010'):
    doc = ezdxf.new(version)
    for i, mesh in enumerate([forms.cube(), forms.cylinder(12), forms.cone(5), forms.sphere(8, 4), forms.torus(6, 6)]):
        mesh.rotate_x(0.3 * i)
        mesh.translate(10 * i, 5, 2)
        api.export_dxf(doc.modelspace().add_3dsolid(), [api.body_from_mesh(mesh)])
    path = sys.argv[1] + '/' + version + '.dxf'
    doc.saveas(path)
    paths.append(path)
print(json.dumps(paths))
`;

/** A face as text, independent of its first corner and its direction. */
const faceText = (corners: readonly (readonly number[])[]): string =>
  corners
    .map((corner) => corner.map((value) => (Math.round(value * 1e6) / 1e6 + 0).toFixed(6)).join(' '))
    .sort()
    .join(', ');

function areasOf({ areas }: FieldJob): string[] {
  return Array.from({ length: areas.length }, (_, row) => {
    const { coordinates, count } = areas.loadPath(row, new Path());
    return faceText(Array.from({ length: count }, (_, i) => Array.from(coordinates.subarray(3 * i, 3 * i + 3))));
  });
}

async function assertFacesOfEzdxf(files: readonly string[]): Promise<void> {
  const expected = askEzdxf<Record<string, number[][][]>>(FACES_PROGRAM, files);
  for (const file of files) {
    const { job, tally } = await readFile(file, { drawingUnit: 'm' });
    const faces = expected[file]!.map(faceText);
    const areas = areasOf(job);
    for (const face of faces) assert.ok(areas.includes(face), `${file}: ${face}`);
    const counts = tally.rows().filter(({ type }) => /^(3DSOLID|REGION|BODY)$/.test(type));
    assert.equal(
      counts.reduce((sum, { read, expanded }) => sum + read + expanded, 0),
      faces.length,
      file,
    );
    assert.ok(counts.length > 0 && counts.every(({ skipped }) => skipped === 0), file);
  }
}

test('solids and regions of the corpus have the same faces as in ezdxf', async (t) => {
  const missing = missingEzdxf();
  if (missing !== undefined) return t.skip(`faces of solids by ezdxf: ${missing}`);
  await assertFacesOfEzdxf(['ascii', 'binary'].map((name) => join(CORPUS, `dxf/sample_AC1015_${name}.dxf`)));
});

test('solids written by ezdxf are read face by face, in every version that stores them as text', async (t) => {
  const missing = missingEzdxf();
  if (missing !== undefined) return t.skip(`solids by ezdxf: ${missing}`);
  const folder = mkdtempSync(join(tmpdir(), 'solids-'));
  try {
    await assertFacesOfEzdxf(askEzdxf<string[]>(SOLIDS_PROGRAM, [folder]));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the same solids are read from the binary shapes of later releases', async (t) => {
  const missing = missingEzdxf();
  if (missing !== undefined) return t.skip(`faces of solids by ezdxf: ${missing}`);
  const twin = join(CORPUS, 'dxf/sample_AC1015_ascii.dxf');
  const faces = askEzdxf<Record<string, number[][][]>>(FACES_PROGRAM, [twin])[twin]!.map(faceText);
  const drawingUnit = 'm';
  const { job: later } = await readFile(join(CORPUS, 'dxf/sample_AC1027_ascii.dxf'), { drawingUnit });
  const bytes = readFileSync(join(CORPUS, 'dwg/sample_AC1021.dwg'));
  const { job: drawn } = await readWith(dwg, bytes, { options: { drawingUnit } });
  for (const job of [later, drawn]) {
    const areas = areasOf(job);
    for (const face of faces) assert.ok(areas.includes(face), face);
  }
});

describe('the solids of a DWG equal those of the same drawing in DXF, from R14 on while they are in the entity itself', () => {
  for (const release of ['AC1014', 'AC1015', 'AC1021']) {
    test(release, async () => {
      const twin = areasOf((await readFile(join(CORPUS, 'dxf/sample_AC1015_ascii.dxf'))).job).sort();
      const bytes = readFileSync(join(CORPUS, `dwg/sample_${release}.dwg`));
      // R14 states no unit; the DXF is in inches.
      const { job, tally } = await readWith(dwg, bytes, { options: { drawingUnit: 'in' } });
      const areas = areasOf(job);
      const solids = tally.rows().filter(({ type }) => /^(3DSOLID|REGION)$/.test(type));
      assert.deepEqual(
        solids.map(({ type, found, read, expanded }) => [type, found, read, expanded]),
        [
          ['3DSOLID', 2, 2, 11],
          ['REGION', 1, 1, 0],
        ],
        release,
      );
      if (release === 'AC1015') assert.deepEqual(areas.sort(), twin);
    });
  }
});

/** Writes records by name: `$name` is replaced by the number of the record with that name. */
function sat(records: Readonly<Record<string, string>>, version = '400 0 1 0'): string[] {
  const names = Object.keys(records);
  const lines = Object.values(records).map((record) =>
    record.replace(/\$(\w+)/g, (_, name) => `$${name === '0' ? -1 : names.indexOf(name)}`),
  );
  return [version, '8 somebody 4 ACIS 3 now', '1 1e-6 1e-10', ...lines.map((line) => `${line} #`)];
}

const secret = (text: string): string =>
  Array.from(text, (c) => (c === ' ' ? c : String.fromCharCode(159 - c.charCodeAt(0))))
    .join('')
    .replaceAll('^', '^ ');
const solid = (lines: readonly string[], type = '3DSOLID', spell = secret): Groups => [
  ...[0, type, 5, 'B5', 8, 'HALL', 62, 1, 100, 'AcDbModelerGeometry', 70, 1],
  ...lines.flatMap((line) => [1, spell(line)]),
];
const read = (...entities: readonly Groups[]): Promise<Read> => readGroups(entitiesOf(...entities));
const pathOf = ({ job }: Read, table: 'areas' | 'lines', row = 0): Path => job[table].loadPath(row, new Path());
const round = (values: ArrayLike<number>, count: number): number[] =>
  Array.from({ length: count }, (_, i) => Math.round(values[i]! * 1e6) / 1e6 + 0);

const BODY = {
  body: 'body $0 $lump $0 $move',
  move: 'transform $0 1 0 0 0 1 0 0 0 1 100 200 5 1 no_rotate no_reflect no_shear',
  lump: 'lump $0 $0 $shell $body',
  shell: 'shell $0 $0 $0 $top $0 $lump',
};
/** A disc with a hole: a half circle with its chord, and a full circle inside. */
const REGION = {
  ...BODY,
  top: 'face $0 $0 $hole $shell $0 $plane forward double out',
  plane: 'plane-surface $0 0 0 0 0 0 1 1 0 0 forward_v I I I I',
  hole: 'loop $0 $rim $c $top',
  c: 'coedge $0 $c $c $0 $ec forward $hole $0',
  ec: 'edge $0 $vc $vc $c $circle forward',
  circle: 'ellipse-curve $0 0 2 0 0 0 1 1 0 0 1 I I',
  vc: 'vertex $0 $ec $pc',
  pc: 'point $0 1 2 0',
  rim: 'loop $0 $0 $a $top',
  a: 'coedge $0 $b $b $0 $ea forward $rim $0',
  b: 'coedge $0 $a $a $0 $eb reversed $rim $0',
  ea: 'edge $0 $v $w $a $arc forward',
  eb: 'edge $0 $v $w $b $chord forward',
  arc: 'ellipse-curve $0 0 0 0 0 0 1 5 0 0 1 I I',
  chord: 'straight-curve $0 5 0 0 -1 0 0 I I',
  v: 'vertex $0 $ea $p',
  w: 'vertex $0 $ea $q',
  p: 'point $0 5 0 0',
  q: 'point $0 -5 0 0',
};

describe('a region with arcs and a hole: one area, outer ring first, with arcs, moved by the transform of its body', () => {
  for (const [name, spell] of Object.entries({ secret, plain: (text: string) => text }))
    test(name, async () => {
      const result = await read(solid(sat(REGION), 'REGION', spell));
      const path = pathOf(result, 'areas');
      assert.deepEqual([result.job.areas.length, result.job.lines.length], [1, 0]);
      assert.deepEqual(path.rings, [0, 2]);
      assert.deepEqual(round(path.coordinates, 3 * path.count), [
        ...[105, 200, 5, 95, 200, 5],
        ...[101, 202, 5, 99, 202, 5],
      ]);
      assert.deepEqual(round(path.bulges, path.count), [1, 0, 1, 1]);
      assert.deepEqual([result.job.areas.colour.get(0), codes(result)], [0xff0000, ['layer-undefined']]);
    });
});

test('spellings of other versions: record numbers, identities, parameters, texts with number signs, long lines', async () => {
  const other = sat(
    Object.fromEntries(
      Object.entries(REGION).map(([name, record], i) => {
        const [type, owner, ...rest] = record.split(' ');
        const more = type === 'edge' ? [rest[0], '0', rest[1], '3.14', ...rest.slice(2), '@7 un#nown'] : rest;
        return [name, [`-${i}`, type, owner, '-1', '$0', ...more].join(' ')];
      }),
    ),
    '700 0 1 0',
  );
  const plain = await read(solid(sat(REGION), 'REGION'));
  assert.deepEqual(areasOf((await read(solid(other, 'BODY'))).job), areasOf(plain.job));
  // Lines are cut where they are too long; the rest follows in groups 3.
  const cut = solid([]).concat(
    sat(REGION)
      .map(secret)
      .flatMap((line) => [1, line.slice(0, 7), 3, line.slice(7, 11), 3, line.slice(11)]),
  );
  assert.deepEqual(areasOf((await read(cut)).job), areasOf(plain.job));
  const early = ['106 0 1 0', ...sat(REGION).slice(3)];
  assert.deepEqual(areasOf((await read(solid(early))).job), areasOf(plain.job));
});

/** A curved face with three edges: a quarter of a tilted circle, a line and a free curve. */
const BENT = {
  ...BODY,
  top: 'face $0 $0 $rim $shell $0 $bent forward double out',
  bent: 'cone-surface $0 0 0 0 0 0 1 1 0 0 1 I I 0 1 1 forward I I I I',
  rim: 'loop $0 $0 $a $top',
  a: 'coedge $0 $b $c $0 $ea forward $rim $0',
  b: 'coedge $0 $c $a $0 $eb forward $rim $0',
  c: 'coedge $0 $a $b $0 $ec forward $rim $0',
  ea: 'edge $0 $v $w $a $arc forward',
  eb: 'edge $0 $w $u $b $straight forward',
  ec: 'edge $0 $u $v $c $free forward',
  arc: 'ellipse-curve $0 0 0 0 1 0 0 0 5 0 1 I I',
  straight: 'straight-curve $0 0 0 5 1 0 0 I I',
  free: 'intcurve-curve $0 forward { exactcur } I I',
  v: 'vertex $0 $ea $pv',
  w: 'vertex $0 $ea $pw',
  u: 'vertex $0 $eb $pu',
  pv: 'point $0 0 5 0',
  pw: 'point $0 0 0 5',
  pu: 'point $0 3 0 5',
};

test('straight and elliptic edges of a curved face are drawn once each; free curves are reported', async () => {
  const result = await read(solid(sat(BENT)));
  assert.deepEqual([result.job.areas.length, result.job.lines.length], [0, 2]);
  const arc = pathOf(result, 'lines');
  assert.ok(arc.count > 10);
  for (let i = 0; i < arc.count; i++) {
    const [e, n, z] = round(arc.coordinates.subarray(3 * i), 3) as [number, number, number];
    assert.ok(e === 100 && n >= 200 && z >= 5 && Math.abs(Math.hypot(n - 200, z - 5) - 5) < 2e-6);
  }
  const straight = pathOf(result, 'lines', 1);
  assert.deepEqual(round(straight.coordinates, 6), [100, 200, 10, 103, 200, 10]);
  const issue = result.issues.places().find(({ code }) => code === 'shape-partly-drawn');
  assert.deepEqual([issue?.parameters, issue?.handle], [{ edges: 1 }, 'B5']);
});

test('a flat face with a gap or a free curve in its boundary is drawn by its other edges', async () => {
  const flat = { ...BENT, bent: 'plane-surface $0 0 0 0 0 0 1 1 0 0 forward_v I I I I' };
  const free = await read(solid(sat(flat)));
  assert.deepEqual([free.job.areas.length, free.job.lines.length], [0, 2]);
  const open = { ...flat, ec: 'edge $0 $w $u $c $straight forward' };
  assert.deepEqual((await read(solid(sat(open)))).job.areas.length, 0);
});

test('arcs run from start to end, along their curve or against it, for normals up and down', async () => {
  const angle = fc.double({ min: -3.1, max: 3.1, noNaN: true });
  await fc.assert(
    fc.property(angle, angle, fc.boolean(), fc.boolean(), (from, to, reversed, under) => {
      fc.pre(Math.abs(from - to) > 1e-3);
      const at = (t: number): string => `${5 * Math.cos(t)} ${5 * Math.sin(t)} 0`;
      const half = {
        ...BENT,
        arc: `ellipse-curve $0 0 0 0 0 0 ${under ? -1 : 1} 0 5 0 1 I I`,
        ea: `edge $0 $v $w $a $arc ${reversed ? 'reversed' : 'forward'}`,
        pv: `point $0 ${at(from)}`,
        pw: `point $0 ${at(to)}`,
      };
      const path = new Path();
      acisShape(acisRecords(sat(half))).edges[0]!.append(path, 0.001);
      // Seen from above it turns left when exactly one of normal and direction is reversed.
      const left = reversed === under;
      const sweep = (((left ? to - from : from - to) % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI);
      let turned = 0;
      for (let i = 0; i + 1 < path.count; i++) turned += 4 * Math.atan(path.bulges[i]!);
      assert.ok(Math.abs(turned - (left ? sweep : -sweep)) < 1e-6, `${turned} ${sweep}`);
      const end = path.coordinates.subarray(3 * path.count - 3, 3 * path.count);
      assert.ok(Math.hypot(end[0]! - 100 - 5 * Math.cos(to), end[1]! - 200 - 5 * Math.sin(to)) < 1e-6);
    }),
  );
});

test('bodies in a block are drawn with each reference and counted against the limit beforehand', async () => {
  const file = drawing([block('H', solid(sat(REGION), 'REGION'))], [insert('H', 70, 5, 44, 50)]);
  const result = await readGroups(file);
  assert.equal(result.job.areas.length, 5);
  assert.equal(pathOf(result, 'areas', 4).coordinates[0], 305);
  const refused = await readGroups(file, {}, { expanded: 20 });
  assert.deepEqual([refused.job.areas.length, refused.issues.count('expansion-limit')], [0, 1]);
});

test('circular and dangling pointers end, and no NaN is drawn', async () => {
  const word = fc.oneof(
    fc.integer({ min: -2, max: 12 }).map((n) => `$${n}`),
    fc.constantFrom('forward', 'reversed', 'I', '1e999', 'nan', '-1', '$', '$x', '$1e9', '@5', '@99999999', '{'),
    fc.double().map(String),
  );
  const type = fc.constantFrom(
    ...'body lump shell face loop coedge edge vertex point transform plane-surface straight-curve ellipse-curve tedge-edge'.split(
      ' ',
    ),
  );
  const record = fc.tuple(type, fc.array(word, { maxLength: 14 })).map(([name, rest]) => [name, ...rest].join(' '));
  await fc.assert(
    fc.asyncProperty(fc.array(record, { maxLength: 12 }), async (records) => {
      const lines = ['400 0 1 0', '', '', ...records.map((line) => `${line} #`)];
      const { job } = await read(solid(lines));
      for (const table of [job.lines, job.areas])
        for (const value of table.coordinates.view()) assert.ok(Number.isFinite(value));
    }),
    { numRuns: 200 },
  );
  const around = { ...REGION, top: 'face $0 $top $hole $shell $0 $plane', lump: 'lump $0 $lump $shell $body' };
  assert.equal((await read(solid(sat(around)))).job.areas.length, 1);
});

/** The binary form (SAB) of a text. Whole numbers are stored differently, as only SAB has them. */
function sab(lines: readonly string[], signature = 'ACIS BinaryFile'): Buffer {
  const parts: Buffer[] = [Buffer.from(signature), Buffer.alloc(16), Buffer.from('\x07\x03abc\x06........')];
  const word = (mark: number, text: string): Buffer => Buffer.from([mark, text.length, ...Buffer.from(text)]);
  for (const line of ['asmheader $-1 #', ...lines.slice(3)]) {
    const [type, ...tokens] = line.split(' ');
    const names = type!.split('-');
    for (const name of names.slice(0, -1)) parts.push(word(14, name));
    parts.push(word(13, names.at(-1)!));
    for (const token of tokens) {
      const field = Buffer.alloc(9);
      if (token === '#') parts.push(Buffer.of(17));
      else if (token === 'forward' || token === 'I') parts.push(Buffer.of(11));
      else if (token === 'reversed' || token === 'F') parts.push(Buffer.of(10));
      else if (token.startsWith('$')) {
        const to = Number(token.slice(1));
        field.writeUInt8(12);
        // The header is one more record before all others.
        field.writeInt32LE(to < 0 ? to : to + 1, 1);
        parts.push(field.subarray(0, 5));
      } else if (Number.isNaN(Number(token))) parts.push(word(7, token));
      else {
        field.writeUInt8(6);
        field.writeDoubleLE(Number(token), 1);
        parts.push(field);
      }
    }
  }
  return Buffer.concat(parts);
}

/** A record of the section ACDSDATA. */
const stored = (bytes: Uint8Array, handle = 'B5'): Groups => [
  ...[0, 'ACDSRECORD', 90, 1, 2, 'AcDbDs::ID', 280, 10, 320, handle, 2, 'ASM_Data', 280, 15, 94, bytes.length],
  ...(
    Buffer.from(bytes)
      .toString('hex')
      .match(/.{1,254}/g) ?? []
  ).flatMap((digits) => [310, digits]),
];
const bare = solid([], 'REGION');

describe('a binary shape in the ACDSDATA section equals that of the text, in ASCII and binary DXF', () => {
  for (const [name, shape] of Object.entries({ REGION, BENT }))
    test(name, async () => {
      const plain = await read(solid(sat(shape), 'REGION'));
      const expected = [plain.job.areas.coordinates.view(), plain.job.lines.coordinates.view()];
      for (const signature of ['ACIS BinaryFile', 'ASM BinaryFile4']) {
        const data = [...section('ACDSDATA', [0, 'ACDSSCHEMA', 90, 1], stored(sab(sat(shape), signature))), ...EOF];
        for (const groups of [
          [...section('ENTITIES', bare), ...data],
          [...data.slice(0, -2), ...section('HEADER'), ...section('ENTITIES', bare), ...EOF],
        ])
          for (const bytes of [asciiOf(groups), binaryOf(groups)]) {
            const { job } = await readWith(dxf, bytes);
            assert.deepEqual([job.areas.coordinates.view(), job.lines.coordinates.view()], expected);
          }
      }
    });
});

test('binary shapes of another solid, of another kind or without an owner draw nothing', async () => {
  const whole = sab(sat(REGION));
  for (const record of [
    stored(whole, 'B6'),
    stored(sab(sat(REGION), 'ACIS BinaryFilf')),
    stored(sab(sat(REGION), 'ASM BinaryFile8')),
    stored(whole.subarray(0, 31)),
    stored(Buffer.alloc(0)),
  ]) {
    const result = await readGroups([...section('ENTITIES', bare), ...section('ACDSDATA', record), ...EOF]);
    assert.equal(result.issues.count('region-not-read'), 1);
    assert.equal(result.job.areas.length, 0);
  }
});

test('damaged binary shapes end, and no NaN is drawn', async () => {
  const whole = sab(sat(REGION));
  const damage = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(damage, fc.nat(whole.length), async (places, end) => {
      const bytes = Buffer.from(whole.subarray(0, end < 40 ? whole.length : end));
      for (const [at, byte] of places) if (at < bytes.length) bytes[at] = byte;
      const { job } = await readGroups([...section('ENTITIES', bare), ...section('ACDSDATA', stored(bytes)), ...EOF]);
      for (const value of job.areas.coordinates.view()) assert.ok(Number.isFinite(value));
    }),
    { numRuns: 200 },
  );
});

test('a shape of more than 16 MB is reported and not parsed', async () => {
  const filler = Array.from({ length: 70_000 }, () => `unknown ${'$0 '.repeat(84)}#`);
  const long = [...sat(REGION), ...filler];
  const enough = await read(solid([...sat(REGION), ...filler.slice(0, 1000)]));
  assert.equal(enough.job.areas.length, 1);
  const spent = process.cpuUsage();
  const text = await read(solid(long, '3DSOLID', (line) => line));
  assert.deepEqual([text.job.areas.length, text.issues.count('solid-not-read')], [0, 1]);
  const bytes = Buffer.concat([sab(sat(REGION)), Buffer.alloc(16 << 20, 11)]);
  const data = await readGroups([...section('ENTITIES', bare), ...section('ACDSDATA', stored(bytes)), ...EOF]);
  assert.deepEqual([data.job.areas.length, data.issues.count('region-not-read')], [0, 1]);
  assert.ok(process.cpuUsage(spent).user < 8e6);
});

test('a long chain shared by many others, and a record as long as the text, take linear time', async () => {
  const most = 10_000;
  const named: [string, string][] = Object.entries(REGION);
  for (let i = 0; i < most; i++) named.push([`c${i}`, `coedge $0 $c${i + 1} $0 $0 $ea forward $rim $0`]);
  for (let i = 0; i < most; i++) named.push([`f${i}`, `face $0 $f${i + 1} $rim $shell $0 $plane`]);
  for (const loop of ['loop $0 $0 $c0 $top', `loop ${'$0 '.repeat(300_000)}$c0 $top`]) {
    const records = new Map([...named, ['shell', 'shell $0 $0 $0 $f0 $0 $lump'], ['rim', loop]]);
    const places = new Map([...records.keys()].map((name, place) => [name, place]));
    const lines = [...records.values()].map(
      (record) => `${record.replace(/\$(\w+)/g, (_, name: string) => `$${places.get(name) ?? -1}`)} #`,
    );
    const spent = process.cpuUsage();
    acisShape(acisRecords(['400 0 1 0', '', '', ...lines]));
    assert.ok(process.cpuUsage(spent).user < 2e6, `${process.cpuUsage(spent).user / 1e6} s`);
  }
});

test('the history of a model, which follows it, is not drawn', async () => {
  const before = Object.fromEntries(Object.entries(REGION).map(([name, record]) => [`old_${name}`, record]));
  const history = { ...REGION, history: 'Begin-of-ACIS-History-Data $0', ...before };
  assert.equal((await read(solid(sat(history), 'REGION'))).job.areas.length, 1);
});

describe('a solid with a missing or unreadable shape is reported with its handle', () => {
  for (const lines of [[], ['400 0 0 0'], ['garbage \u0001 garbage'], sat(BODY)])
    test(JSON.stringify(lines), async () => {
      const result = await read(solid(lines));
      assert.equal(result.issues.places().find(({ code }) => code === 'solid-not-read')?.handle, 'B5');
      assert.deepEqual(
        result.tally.rows().map(({ found, read: drawn, skipped }) => [found, drawn, skipped]),
        [[1, 0, 1]],
      );
    });
});
