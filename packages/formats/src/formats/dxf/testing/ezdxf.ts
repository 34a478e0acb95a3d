import { spawnSync } from 'node:child_process';

/** The interpreter whose packages are the system's. */
export const PYTHON = '/usr/bin/python3';

/** Importing it takes a second of processor time; this only looks for it. */
const LOOK = 'import importlib.util, sys; sys.exit(not importlib.util.find_spec("ezdxf"))';

let status: number | null | undefined;

/** Why ezdxf cannot be used here; undefined if it can. */
export function missingEzdxf(): string | undefined {
  status ??= spawnSync(PYTHON, ['-c', LOOK], { stdio: 'ignore' }).status;
  return status === 0 ? undefined : 'ezdxf is not installed (Debian package python3-ezdxf)';
}

/** A program ends before its garbage matters, and looking for it takes a tenth of its time. */
const KEEP_GARBAGE = 'import gc; gc.disable()\n';

/** Runs a Python program with the files as its arguments; it prints one JSON document. */
export function askEzdxf<T>(program: string, files: readonly string[]): T {
  const { status, stdout, stderr } = spawnSync(PYTHON, ['-W', 'ignore', '-c', KEEP_GARBAGE + program, ...files], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`ezdxf ended with status ${status}: ${stderr.slice(-2000)}`);
  return JSON.parse(stdout) as T;
}

/** Counts per file, space and type: { file: { model: { LINE: 3 }, paper: {…}, block: {…} } }. */
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

/** Total length of all curves, outlines and mesh edges of model space per file, block contents included. */
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

/** What ezdxf finds in a file: what it had to fix, and each entity of model space. */
export interface Findings {
  readonly errors: string[];
  readonly fixes: string[];
  /** Handles that are used twice or are not below the seed. */
  readonly handles: string[];
  readonly extent: number[][];
  readonly insunits: number;
  readonly layers: Record<
    string,
    { colour: number; rgb: number[] | null; off: boolean; locked: boolean; weight: number; lineType: string }
  >;
  readonly entities: Found[];
}

export interface Found {
  readonly type: string;
  readonly layer: string;
  readonly colour: number;
  readonly rgb: number[] | null;
  readonly weight: number;
  readonly lineType: string;
  /** Vertices, or the place of an entity without vertices. */
  readonly at: number[][];
  readonly bulges: number[];
  readonly text: string;
  readonly tags: [string, string][];
}

/** Everything that a user would look at in each file. */
export const FINDINGS_PROGRAM = `
import sys, json, logging
logging.disable(logging.CRITICAL)
import ezdxf
def xyz(v):
    return [v[0], v[1], v[2] if len(v) > 2 else 0.0]
def found(e):
    t = e.dxftype()
    at, bulges, text, tags = [], [], '', []
    if t == 'LINE':
        at = [xyz(e.dxf.start), xyz(e.dxf.end)]
    elif t in ('CIRCLE', 'ARC'):
        at = [xyz(e.dxf.center), [e.dxf.radius, 0, 0]]
        if t == 'ARC':
            at += [xyz(e.start_point), xyz(e.end_point)]
    elif t == 'LWPOLYLINE':
        z = e.dxf.elevation
        at = [[p[0], p[1], z] for p in e.get_points()]
        bulges = [p[4] for p in e.get_points()]
    elif t == 'POLYLINE':
        at = [xyz(v.dxf.location) for v in e.vertices]
        bulges = [v.dxf.bulge for v in e.vertices]
    elif t == '3DFACE':
        at = [xyz(v) for v in e.wcs_vertices()]
    elif t == 'HATCH':
        for path in e.paths:
            at += [[v[0], v[1], e.dxf.elevation.z] for v in path.vertices]
            bulges += [v[2] for v in path.vertices]
    elif t == 'TEXT':
        at, text = [xyz(e.dxf.insert)], e.plain_text()
    elif t == 'MTEXT':
        at, text = [xyz(e.dxf.insert)], e.plain_text()
    elif t == 'INSERT':
        at = [xyz(e.dxf.insert)]
        tags = [[a.dxf.tag, a.dxf.text] for a in e.attribs]
    elif t == 'POINT':
        at = [xyz(e.dxf.location)]
    return {'type': t, 'layer': e.dxf.layer, 'colour': e.dxf.color, 'rgb': e.rgb, 'weight': e.dxf.lineweight, 'lineType': e.dxf.linetype, 'at': at, 'bulges': bulges, 'text': text, 'tags': tags}
result = {}
for path in sys.argv[1:]:
    seen, twice = set(), []
    lines = open(path, 'rb').read().split(b'\\n')
    seed = None
    for i in range(0, len(lines) - 1, 2):
        if lines[i].strip() == b'9' and lines[i + 1].strip() == b'$HANDSEED':
            seed = int(lines[i + 3], 16)
        elif lines[i].strip() in (b'5', b'105') and lines[i - 1].strip() != b'$HANDSEED':
            h = int(lines[i + 1], 16)
            if h in seen or (seed is not None and h >= seed):
                twice.append(lines[i + 1].decode())
            seen.add(h)
    doc = ezdxf.readfile(path)
    auditor = doc.audit()
    result[path] = {
        'errors': [e.message for e in auditor.errors],
        'fixes': [e.message for e in auditor.fixes],
        'handles': twice,
        'extent': [list(doc.header.get('$EXTMIN', ())), list(doc.header.get('$EXTMAX', ()))],
        'insunits': doc.header.get('$INSUNITS', 0),
        'layers': {l.dxf.name: {'colour': l.color, 'rgb': l.rgb, 'off': l.is_off(), 'locked': l.is_locked(), 'weight': l.dxf.lineweight, 'lineType': l.dxf.linetype} for l in doc.layers},
        'entities': [found(e) for e in doc.modelspace()],
    }
print(json.dumps(result))
`;
