import { spawnSync } from 'node:child_process';

const PYTHON = '/usr/bin/python3';

/** Why ezdxf cannot be asked here; undefined when it can. */
export function missingEzdxf(): string | undefined {
  const { status } = spawnSync(PYTHON, ['-c', 'import ezdxf'], { stdio: 'ignore' });
  return status === 0 ? undefined : 'ezdxf is not installed (Debian package python3-ezdxf)';
}

/** Runs a Python program with the files as its arguments; it prints one JSON document. */
export function askEzdxf<T>(program: string, files: readonly string[]): T {
  const { status, stdout, stderr } = spawnSync(PYTHON, ['-W', 'ignore', '-c', program, ...files], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`ezdxf ended with status ${status}: ${stderr.slice(-2000)}`);
  return JSON.parse(stdout) as T;
}

/** Counts per space and type, of each file: { file: { model: { LINE: 3 }, paper: {…}, block: {…} } }. */
export const COUNT_PROGRAM = `
import sys, json, logging
logging.disable(logging.CRITICAL)
import ezdxf
from ezdxf import recover
result = {}
for path in sys.argv[1:]:
    try:
        doc = ezdxf.readfile(path)
    except Exception:
        doc, auditor = recover.readfile(path)
    counts = {'model': {}, 'paper': {}, 'block': {}}
    def add(space, layout):
        for entity in layout:
            name = entity.dxftype()
            counts[space][name] = counts[space].get(name, 0) + 1
    add('model', doc.modelspace())
    for layout in doc.layouts:
        if layout.name != 'Model':
            add('paper', layout)
    for block in doc.blocks:
        if not block.is_any_layout:
            add('block', block)
    result[path] = counts
print(json.dumps(result))
`;

/** Errors and fixes that ezdxf's audit finds in each file. */
export const AUDIT_PROGRAM = `
import sys, json, logging
logging.disable(logging.CRITICAL)
import ezdxf
result = {}
for path in sys.argv[1:]:
    doc = ezdxf.readfile(path)
    auditor = doc.audit()
    result[path] = {
        'version': doc.dxfversion,
        'errors': [e.message for e in auditor.errors],
        'fixes': [e.message for e in auditor.fixes],
        'types': {},
    }
    for entity in doc.modelspace():
        types = result[path]['types']
        types[entity.dxftype()] = types.get(entity.dxftype(), 0) + 1
print(json.dumps(result))
`;

/** Total length of all curves, outlines and mesh edges of model space, block contents included, of each file. */
export const LENGTH_PROGRAM = `
import sys, json, logging
logging.disable(logging.CRITICAL)
import ezdxf
from ezdxf import disassemble, recover
TOLERANCE = 0.0005
OTHER = {'TEXT', 'MTEXT', 'ATTRIB', 'ATTDEF', 'POINT', 'XLINE', 'RAY', 'VIEWPORT'}
def length(vertices):
    return sum(a.distance(b) for a, b in zip(vertices, vertices[1:]))
result = {}
for path in sys.argv[1:]:
    try:
        doc = ezdxf.readfile(path)
    except Exception:
        doc, auditor = recover.readfile(path)
    total = 0.0
    for entity in disassemble.recursive_decompose(doc.modelspace()):
        if entity.dxftype() in OTHER:
            continue
        primitive = disassemble.make_primitive(entity, max_flattening_distance=TOLERANCE)
        if primitive.is_empty:
            continue
        if primitive.path is not None:
            vertices = list(primitive.path.flattening(TOLERANCE))
            # A face of two corners is a line, not an outline there and back.
            there_and_back = len(set(v.xyz for v in vertices)) == 2 and vertices[0].isclose(vertices[-1])
            total += length(vertices) / (2 if there_and_back else 1)
        else:
            for face in primitive.mesh.faces:
                corners = [primitive.mesh.vertices[i] for i in face]
                total += length(corners + corners[:1])
    result[path] = total
print(json.dumps(result))
`;
