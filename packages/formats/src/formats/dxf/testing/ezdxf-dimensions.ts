/**
 * Writes dimensions of every kind without their blocks, and prints as JSON what ezdxf draws of each: SEED FILE COUNT.
 * Omitted, because ezdxf 0.18.1 differs from CAD systems there: rounding to 0 is one to whole numbers, halves are
 * rounded to even ones, legs of flat angles begin at their far end, a second point
 * before the first one turns heads, texts that would be upside down are on the other side or not turned, and `<>`
 * within a text stays.
 */
export const DIMENSION_PROGRAM = `
import sys, json, random, logging, math
logging.disable(logging.CRITICAL)
import ezdxf
from ezdxf.math import Vec3
r = random.Random(int(sys.argv[2]))
bare, drawn = ezdxf.new('R2010', setup=True), ezdxf.new('R2010', setup=True)
out = []
def style(kind):
    values = dict(dimscale=r.choice([1, 2.5]), dimasz=r.choice([0.5, 1.2]), dimexo=r.choice([0.2, 0.7]),
      dimexe=r.choice([0.3, 0.9]), dimtxt=r.choice([0.8, 1.5]), dimgap=r.choice([0.2, 0.5]), dimtad=r.choice([1, 4]),
      dimlfac=r.choice([1, 10, 0.5]), dimdec=r.choice([0, 2, 4]), dimzin=r.choice([0, 4, 8, 12]), dimrnd=0.001,
      dimdsep=r.choice([44, 46]), dimse1=r.choice([0, 0, 1]), dimse2=r.choice([0, 0, 1]), dimadec=r.choice([0, 2]),
      dimazin=r.choice([0, 2]), dimtsz=r.choice([0, 0, 0.6]), dimclrd=1, dimclre=2, dimclrt=3,
      dimtih=0, dimtoh=0, dimtix=1, dimtofl=1, dimtmove=2, dimfxlon=0, dimtvp=0, dimatfit=2, dimjust=0, dimdle=0)
    if kind in (2, 3, 7): values.update(dimscale=1, dimtxt=0.4, dimasz=0.5, dimlfac=1, dimdec=0)
    values['dimpost'] = r.choice(['', '<> m', 'ca. <>']) if kind in (0, 1, 6) else ''
    return values
def place(): return Vec3(r.uniform(-50, 50), r.uniform(-50, 50))
def flat(at): return [at.x, at.y]
def at(centre, angle, radius): return centre + Vec3.from_deg_angle(angle, radius)
for i in range(int(sys.argv[3])):
    kind = i % 8
    a, b, c, turn = place(), place(), place(), r.uniform(-60, 60)
    sweep = r.uniform(30, 120)
    if kind == 0:
        angle = r.choice([0, 90, 30, -45])
        if (b - a).dot(Vec3.from_deg_angle(angle)) < 0: a, b = b, a
        name, values = 'linear_dim', dict(base=c, p1=a, p2=b, angle=angle, text=r.choice(['<>', 'L']))
    elif kind == 1:
        if b.x < a.x: a, b = b, a
        name, values = 'aligned_dim', dict(p1=a, p2=b, distance=r.choice([5, -7]))
    elif kind == 2:
        legs = [(at(c, angle, 5), at(c, angle, 12)) for angle in (turn + 90 - sweep / 2, turn + 90 + sweep / 2)]
        name, values = 'angular_dim_2l', dict(base=at(c, turn + 90, 20), line1=legs[1], line2=legs[0])
    elif kind in (3, 7):
        ends = [turn + 90 - sweep / 2, turn + 90 + sweep / 2]
        if kind == 3: name, values = 'angular_dim_3p', dict(base=at(c, turn + 90, 20), center=c, p1=at(c, ends[0], 10), p2=at(c, ends[1], 8))
        else: name, values = 'arc_dim_cra', dict(center=c, radius=10, start_angle=ends[0], end_angle=ends[1], distance=6)
    elif kind in (4, 5):
        name, values = ('radius_dim', 'diameter_dim')[kind - 4], dict(center=c, radius=r.uniform(15, 40), angle=turn)
    else:
        way = Vec3(r.choice([-1, 1]) * r.uniform(12, 30), r.choice([-1, 1]) * r.uniform(12, 30))
        name, values = 'ordinate_dim', dict(feature_location=a, offset=way, dtype=r.choice([0, 1]), origin=b)
    values.update(override=style(kind), dxfattribs={'layer': str(i)})
    ours, theirs = (getattr(doc.modelspace(), 'add_' + name)(**{**values, 'override': dict(values['override'])}) for doc in (bare, drawn))
    theirs.render()
    ours.commit()
    states_place = i % 16 >= 8
    for point in ['defpoint', 'defpoint2', 'defpoint3', 'defpoint4', 'defpoint5'] + ['text_midpoint'] * states_place:
        if theirs.dimension.dxf.hasattr(point): ours.dimension.dxf.set(point, theirs.dimension.dxf.get(point))
    item = dict(name=name, lines=[], arcs=[], texts=[], heads=[], hasPlace=states_place)
    for e in theirs.dimension.get_geometry_block():
        kind_of = e.dxftype()
        if kind_of == 'LINE': item['lines'].append([*flat(e.dxf.start), *flat(e.dxf.end)])
        elif kind_of == 'ARC': item['arcs'].append([*flat(e.start_point), *flat(e.end_point)])
        elif kind_of == 'MTEXT': item['texts'].append([e.plain_text(), *flat(e.dxf.insert), e.dxf.char_height, e.dxf.rotation])
        elif kind_of == 'INSERT':
            for part in e.virtual_entities():
                if part.dxftype() == 'LINE': item['lines'].append([*flat(part.dxf.start), *flat(part.dxf.end)])
                elif part.dxftype() == 'SOLID': item['heads'].append(flat(sum([part.dxf.vtx0, part.dxf.vtx1, part.dxf.vtx2], Vec3()) / 3))
                elif part.dxftype() == 'LWPOLYLINE':
                    points = [flat(vertex) for vertex in part.vertices_in_wcs()]
                    item['lines'].append([*points[0], *points[-1]])
                else: raise ValueError(part.dxftype())
    out.append(item)
bare.saveas(sys.argv[1])
print(json.dumps(out))
`;
