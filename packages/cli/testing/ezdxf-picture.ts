import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { PYTHON } from '@fieldbridge/formats/formats/dxf/testing/ezdxf.ts';

/** What ezdxf's drawing front end sends to a renderer: everything flat, in the coordinates of the drawing. */
export interface EzdxfPicture {
  /** Polylines, x and y alternately. */
  readonly lines: readonly (readonly number[])[];
  readonly points: readonly (readonly [number, number])[];
  /** Outlines of filled areas. */
  readonly fills: readonly (readonly number[])[];
  /** Corners of the boxes of texts, about. */
  readonly texts: readonly (readonly number[])[];
}

const PROGRAM = `
import sys, json, logging
logging.disable(logging.CRITICAL)
import ezdxf
from ezdxf import recover
from ezdxf.addons.drawing import Frontend, RenderContext
from ezdxf.addons.drawing.backend import Backend
from ezdxf.addons.drawing.config import Configuration, LinePolicy
from ezdxf.tools.fonts import MonospaceFont
def picture(path, flat):
    out = {'lines': [], 'points': [], 'fills': [], 'texts': []}
    def flatten(p):
        return [c for v in p.flattening(flat, 4) for c in (v.x, v.y)]
    class Recorder(Backend):
        def set_background(self, color): pass
        def draw_point(self, pos, properties): out['points'].append((pos.x, pos.y))
        def draw_line(self, start, end, properties): out['lines'].append([start.x, start.y, end.x, end.y])
        def draw_path(self, path, properties): out['lines'].append(flatten(path))
        def draw_filled_paths(self, paths, holes, properties):
            for p in list(paths) + list(holes): out['fills'].append(flatten(p))
        def draw_filled_polygon(self, points, properties):
            out['fills'].append([c for v in points for c in (v.x, v.y)])
        def draw_text(self, text, transform, properties, cap_height):
            width = self.get_text_line_width(text, cap_height)
            corners = transform.transform_vertices([(0, 0), (width, 0), (width, cap_height), (0, cap_height)])
            out['texts'].append([c for v in corners for c in (v.x, v.y)])
        def get_font_measurements(self, cap_height, font=None):
            return MonospaceFont(cap_height).measurements
        def get_text_line_width(self, text, cap_height, font=None):
            return MonospaceFont(cap_height).text_width(text)
        def clear(self): pass
    try:
        doc = ezdxf.readfile(path)
    except Exception:
        doc = recover.readfile(path)[0]
    usual = Configuration.defaults()
    config = usual.with_changes(pdmode=0, line_policy=LinePolicy.SOLID, max_flattening_distance=flat)
    Frontend(RenderContext(doc), Recorder(), config).draw_layout(doc.modelspace())
    return out
for line in sys.stdin:
    print(json.dumps(picture(*json.loads(line))), flush=True)
`;

/** Draws model spaces by ezdxf, one after another: starting it takes longer than most drawings. */
export class EzdxfPictures {
  readonly #process: ChildProcess;
  readonly #answers: AsyncIterator<string>;

  constructor() {
    this.#process = spawn(PYTHON, ['-W', 'ignore', '-c', PROGRAM], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#answers = createInterface(this.#process.stdout!)[Symbol.asyncIterator]();
  }

  /** @param flat largest distance of a chord from its arc @throws Error if ezdxf cannot draw it */
  async draw(file: string, flat: number): Promise<EzdxfPicture> {
    this.#process.stdin!.write(`${JSON.stringify([file, flat])}\n`);
    const { value, done } = await this.#answers.next();
    if (done === true) throw new Error(`ezdxf ended at ${file}`);
    return JSON.parse(value) as EzdxfPicture;
  }

  [Symbol.dispose](): void {
    this.#process.stdin!.end();
  }
}
