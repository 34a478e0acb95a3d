import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Surface } from '@fieldbridge/fieldjob';
import { imported } from '../../../testing/journeys.ts';
import { askEzdxf, missingEzdxf } from './testing/ezdxf.ts';
import { CORPUS } from './testing/reading.ts';
import { withFolder } from './testing/writing.ts';

// Terrain models that ezdxf writes as faces have the triangles and the area, in 3D and in plan, that ezdxf adds up.

interface Terrain {
  readonly path: string;
  readonly triangles: number;
  readonly area: number;
  readonly plan: number;
}

/** A hill as 3DFACEs, as a polyface mesh, as a MESH, and as 3DFACEs in a block that is rotated and scaled. */
const TERRAIN_PROGRAM = `
import sys, json, math, logging
logging.disable(logging.CRITICAL)
import ezdxf
from ezdxf import disassemble
from ezdxf.render import MeshBuilder
folder = sys.argv[1]
N = 24
def z(i, j): return round(212 + 3 * math.sin(i / 5) + 2 * math.cos(j / 4), 3)
def p(i, j): return (440000.25 + 2.5 * i, 5540000.5 + 2.5 * j, z(i, j))
faces = []
for i in range(N):
    for j in range(N):
        faces.append([p(i, j), p(i + 1, j), p(i + 1, j + 1)])
        faces.append([p(i, j), p(i + 1, j + 1), p(i, j + 1)])
def as_faces(to):
    for face in faces: to.add_3dface(face, dxfattribs={'layer': 'DGM'})
def as_polyface(to):
    mesh = to.add_polyface(dxfattribs={'layer': 'DGM'})
    mesh.append_faces(faces)
    mesh.optimize()
def as_mesh(to):
    mesh = to.add_mesh(dxfattribs={'layer': 'DGM'})
    numbers = {}
    with mesh.edit_data() as data:
        data.faces = [[numbers.setdefault(v, len(numbers)) for v in face] for face in faces]
        data.vertices = list(numbers)
def faces_of(entity):
    if entity.dxftype() == '3DFACE': return [entity.wcs_vertices()]
    mesh = MeshBuilder.from_mesh(entity) if entity.dxftype() == 'MESH' else MeshBuilder.from_polyface(entity)
    return mesh.faces_as_vertices()
result = []
for name, make in (('faces', as_faces), ('polyface', as_polyface), ('mesh', as_mesh), ('block', None)):
    doc = ezdxf.new('R2010', units=6)
    space = doc.modelspace()
    if not make:
        as_faces(doc.blocks.new('HILL', base_point=(440000, 5540000, 0)))
        space.add_blockref('HILL', (1000, 2000, 5), dxfattribs={'xscale': 2, 'yscale': 2, 'zscale': 2, 'rotation': 30, 'layer': 'DGM'})
    else: make(space)
    path = folder + '/' + name + '.dxf'
    doc.saveas(path)
    count, area, plan = 0, 0.0, 0.0
    for entity in disassemble.recursive_decompose(ezdxf.readfile(path).modelspace()):
        for face in faces_of(entity):
            corners = list(dict.fromkeys(face))
            for b, c in zip(corners[1:], corners[2:]):
                n = (b - corners[0]).cross(c - corners[0])
                count, area, plan = count + 1, area + n.magnitude / 2, plan + abs(n.z) / 2
    result.append({'path': path, 'triangles': count, 'area': area, 'plan': plan})
print(json.dumps(result))
`;

function measure({ vertices: v, triangles }: Surface): Omit<Terrain, 'path'> {
  let [area, plan] = [0, 0];
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => 3 * triangles[i + k]!) as [number, number, number];
    const edge = (to: number, axis: number): number => v[to + axis]! - v[a + axis]!;
    const cross = (p: number, q: number): number => edge(b, p) * edge(c, q) - edge(b, q) * edge(c, p);
    area += Math.hypot(cross(0, 1), cross(1, 2), cross(2, 0)) / 2;
    plan += cross(0, 1) / 2;
  }
  return { triangles: triangles.length / 3, area, plan };
}

test('a terrain of any kind of faces is one surface with the triangles and the area that ezdxf finds', async (t) => {
  const missing = missingEzdxf();
  if (missing !== undefined) return t.skip(`terrain made by ezdxf: ${missing}`);
  await withFolder(async (folder) => {
    for (const { path, ...theirs } of askEzdxf<Terrain[]>(TERRAIN_PROGRAM, [folder])) {
      const { job } = await imported(readFileSync(path), 'hill.dxf');
      assert.deepEqual([job.surfaces.length, job.areas.length], [1, 0], path);
      const ours = measure(job.surfaces[0]!);
      assert.equal(ours.triangles, theirs.triangles, path);
      assert.ok(Math.abs(ours.area - theirs.area) < 1e-6 * theirs.area, `${path}: ${ours.area} is not ${theirs.area}`);
      assert.ok(Math.abs(ours.plan - theirs.plan) < 1e-6 * theirs.plan, `${path}: ${ours.plan} is not ${theirs.plan}`);
    }
  });
});

describe('faces of real drawings that are bodies, not ground, stay areas', () => {
  for (const name of ['3dface.dxf', 'sample_AC1027_ascii.dxf', 'uncommon.dxf'])
    test(JSON.stringify(name), async () => {
      const { job, issues } = await imported(readFileSync(join(CORPUS, 'dxf', name)), name);
      assert.deepEqual(
        job.surfaces.map((surface) => surface.name),
        [],
      );
      assert.ok(issues.count('faces-as-areas') > 0, name);
    });
});
