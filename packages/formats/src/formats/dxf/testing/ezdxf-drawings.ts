/** ezdxf's view of a drawing that it made: lengths and box of everything drawn, per layer, and the texts. */
export interface Made {
  readonly path: string;
  readonly layers: Record<string, { lengths: number[]; box: number[] }>;
  readonly texts: [text: string, easting: number, northing: number, height: number, degrees: number][];
  readonly counts: Record<string, number>;
}

/**
 * Makes random drawings (arguments: folder, number, seed) with all usual entities in any plane and in nested blocks,
 * and prints how ezdxf draws them. One document: a list of `Made`.
 */
export const MAKE_PROGRAM = `
import sys, json, logging, math, random
logging.disable(logging.CRITICAL)
import ezdxf
from ezdxf import disassemble
TOLERANCE = 0.0005
folder, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
rnd = random.Random(seed)
def c():
    return rnd.randint(-100000, 100000) / 1000.0
def p2():
    return (c(), c())
def p3():
    return (c(), c(), rnd.randint(0, 9000) / 1000.0)
def plane():
    return rnd.choice([(0, 0, 1)] * 3 + [(0, 0, -1), (0, 1, 0), (1, 0, 0), (0.5, -0.25, 0.8), (0.001, 0.002, 1)])
def layer():
    return {'layer': rnd.choice(LAYERS)}
def ocs():
    return dict(layer(), extrusion=plane())
LAYERS = ['ROAD', 'SEWER', 'Haus 1']
def line(to): to.add_line(p3(), p3(), dxfattribs=layer())
def circle(to): to.add_circle(p3(), rnd.uniform(0.1, 50), dxfattribs=ocs())
def arc(to): to.add_arc(p3(), rnd.uniform(0.1, 50), rnd.uniform(-360, 720), rnd.uniform(-360, 720), dxfattribs=ocs())
def ellipse(to):
    if rnd.random() < 0.5:
        to.add_ellipse(p3(), (rnd.uniform(1, 40), c(), 0), rnd.uniform(0.05, 1), dxfattribs=layer())
    else:
        to.add_ellipse(p3(), (rnd.uniform(1, 40), c(), 0), rnd.uniform(0.05, 1), rnd.uniform(0, 6), rnd.uniform(0, 6), dxfattribs=dict(layer(), extrusion=rnd.choice([(0, 0, 1), (0, 0, -1)])))
def light(to):
    to.add_lwpolyline([(c(), c(), rnd.choice([0, 0, 0.5, -1, 0.1, 2])) for _ in range(rnd.randint(2, 6))], format='xyb', close=rnd.random() < 0.5, dxfattribs=dict(ocs(), elevation=rnd.uniform(0, 9)))
def old(to):
    to.add_polyline2d([(c(), c(), 0, 0, rnd.choice([0, 0, 0.5, -1])) for _ in range(rnd.randint(2, 6))], format='xyseb', close=rnd.random() < 0.5, dxfattribs=dict(ocs(), elevation=(0, 0, 3.5)))
def space(to): to.add_polyline3d([p3() for _ in range(rnd.randint(2, 6))], close=rnd.random() < 0.5, dxfattribs=layer())
def spline(to):
    degree = rnd.choice([2, 3, 4])
    points = [p3() for _ in range(rnd.randint(degree + 1, 8))]
    how = rnd.random()
    # No closed ones: ezdxf draws those beyond the ends of their range.
    if how < 0.5: to.add_open_spline(points, degree, dxfattribs=layer())
    else: to.add_rational_spline(points, [rnd.uniform(0.2, 4) for _ in points], degree, dxfattribs=layer())
def face(to): to.add_3dface([p3() for _ in range(rnd.choice([3, 4]))], dxfattribs=layer())
def solid(to): to.add_solid([p2() for _ in range(4)], dxfattribs=ocs())
def polyface(to):
    mesh = to.add_polyface(dxfattribs=layer())
    mesh.append_faces([[p3(), p3(), p3(), p3()], [p3(), p3(), p3()]])
def grid(to):
    mesh = to.add_polymesh(size=(3, 4), dxfattribs=layer())
    for i in range(3):
        for j in range(4):
            mesh.set_mesh_vertex((i, j), p3())
def mesh(to):
    m = to.add_mesh(dxfattribs=layer())
    with m.edit_data() as data:
        data.vertices = [p3() for _ in range(5)]
        data.faces = [[0, 1, 2], [2, 3, 4, 0], [0, 1, 2, 3, 4]]
def hatch(to):
    h = to.add_hatch(color=rnd.randint(1, 250), dxfattribs=layer())
    if rnd.random() < 0.5:
        h.paths.add_polyline_path([(c(), c(), rnd.choice([0, 0.3, -0.5])) for _ in range(rnd.randint(3, 6))], is_closed=True)
    else:
        e = h.paths.add_edge_path()
        x, y, r = c(), c(), rnd.uniform(1, 30)
        kind = rnd.random()
        if kind < 0.4:
            e.add_line((x - r, y), (x + r, y))
            e.add_arc((x, y), r, 0, 180, ccw=True)
        elif kind < 0.7:
            whole = rnd.random() < 0.5
            e.add_ellipse((x, y), (r, c() / 5), rnd.uniform(0.1, 1), *((0, 360) if whole else (rnd.uniform(0, 360), rnd.uniform(0, 360))), ccw=rnd.random() < 0.5)
            # Clockwise, this side is stated from its end.
            if not whole: e.add_line(e.edges[0].end_point, e.edges[0].start_point)
        else:
            e.add_arc((x, y), r, 0, 360, ccw=rnd.random() < 0.5)
def text(to):
    t = to.add_text(rnd.choice(['Schacht 1', '%%c 300', 'a%%db', 'Öl']), dxfattribs=dict(layer(), height=rnd.uniform(0.5, 5), rotation=rnd.uniform(-80, 80)))
    t.dxf.insert = p3()
def mtext(to):
    to.add_mtext(rnd.choice(['eins\\\\Pzwei', '{\\\\C1;rot} und', 'plain']), dxfattribs=dict(layer(), insert=p3(), char_height=rnd.uniform(0.5, 5), rotation=rnd.uniform(-80, 80)))
KINDS = [line, circle, arc, ellipse, light, old, space, spline, face, solid, polyface, grid, mesh, hatch]
# No arrays within blocks: their steps do not grow with the outer reference in ezdxf.
def insert(name, evenly, arrays=True):
    def add(to):
        s = rnd.choice([1, 2, -1, 0.5])
        scale = (s, s, s) if evenly else (s, rnd.choice([1, -2, 0.5]), rnd.choice([1, 3]))
        attribs = dict(layer(), xscale=scale[0], yscale=scale[1], zscale=scale[2], rotation=rnd.choice([0, 90, 30, -123.4]))
        if arrays and rnd.random() < 0.3:
            attribs.update(row_count=2, column_count=3, row_spacing=rnd.uniform(-50, 50), column_spacing=rnd.uniform(-50, 50))
        if rnd.random() < 0.3: attribs['extrusion'] = (0, 0, -1)
        to.add_blockref(name, p3(), dxfattribs=attribs)
    return add
made = []
for number in range(count):
    version = rnd.choice(['R2000', 'R2007', 'R2010', 'R2018'])
    doc = ezdxf.new(version)
    for i, name in enumerate(LAYERS): doc.layers.add(name, color=i + 1)
    inner = doc.blocks.new('INNER', base_point=(1, 2, 0))
    for kind in rnd.sample([line, circle, arc, light, space, face], 3): kind(inner)
    outer = doc.blocks.new('OUTER', base_point=(-3, 4, 1))
    insert('INNER', True, False)(outer)
    line(outer)
    msp = doc.modelspace()
    for _ in range(rnd.randint(3, 10)): rnd.choice(KINDS)(msp)
    for _ in range(rnd.randint(0, 3)): rnd.choice([insert('INNER', False), insert('OUTER', True)])(msp)
    for _ in range(rnd.randint(0, 4)): rnd.choice([text, mtext])(msp)
    path = '%s/%d.dxf' % (folder, number)
    doc.saveas(path)
    layers, texts, counts = {}, [], {}
    for e in msp: counts[e.dxftype()] = counts.get(e.dxftype(), 0) + 1
    for e in disassemble.recursive_decompose(msp):
        kind = e.dxftype()
        if kind in ('TEXT', 'MTEXT'):
            height = e.dxf.height if kind == 'TEXT' else e.dxf.char_height
            texts.append([e.plain_text(), e.dxf.insert.x, e.dxf.insert.y, height, e.dxf.rotation])
            continue
        primitive = disassemble.make_primitive(e, max_flattening_distance=TOLERANCE)
        if primitive.is_empty: continue
        rings = []
        if kind == 'HATCH':
            rings = [list(path.flattening(TOLERANCE)) for path in ezdxf.path.from_hatch(e)]
        elif kind == 'SPLINE':
            # The path of a primitive only comes near to those of other degrees than 3.
            rings = [list(e.construction_tool().flattening(TOLERANCE))]
        elif primitive.path is not None:
            rings = [list(primitive.path.flattening(TOLERANCE))]
        else:
            for f in primitive.mesh.faces:
                corners = [primitive.mesh.vertices[i] for i in f]
                rings.append(corners + corners[:1])
        own = layers.setdefault(e.dxf.layer, {'lengths': [], 'box': [1e9, 1e9, -1e9, -1e9]})
        for ring in rings:
            own['lengths'].append(sum(a.distance(b) for a, b in zip(ring, ring[1:])))
            for v in ring:
                b = own['box']
                own['box'] = [min(b[0], v.x), min(b[1], v.y), max(b[2], v.x), max(b[3], v.y)]
    made.append({'path': path, 'layers': layers, 'texts': texts, 'counts': counts})
print(json.dumps(made))
`;
