import { Camera } from '../camera.ts';
import { metresOf } from '../measure.ts';
import { css, THEMES } from '../palette.ts';
import { spoken, t } from '../text/index.ts';
import { h } from '../ui/dom.ts';
import type { Viewer } from '../viewer.ts';
import { fittingScale, PAPERS, type Paper, PIXELS, paperScale, SCALE_LIMITS, SCALES, sheetOf } from './paper.ts';
import { printSheet } from './print-sheet.ts';

/** A sheet as the user defines it. */
export interface PrintOrder {
  readonly title: string;
  /** As it is written on the sheet. */
  readonly date: string;
  readonly paper: Paper;
  readonly isWide: boolean;
  /** The number of the scale. */
  readonly scale: number;
}

/** Paper, direction, scale, title: the frame of the sheet is shown over the view while this panel is open. */
export function printPanel(viewer: Viewer): HTMLElement {
  const { camera, unit, mainBox } = viewer;
  const metres = metresOf(unit);
  const option = (value: string, text: string): HTMLOptionElement => h('option', { value }, text);
  const paper = h('select', {}, ...Object.keys(PAPERS).map((name) => option(name, name)));
  paper.value = 'A3';
  const direction = h('select', {}, option('wide', t('print.wide')), option('upright', t('print.upright')));
  const [west, south, east, north] = mainBox ?? [0, 0, 0, 0];
  const isWide = (): boolean => direction.value === 'wide';
  const sheet = () => sheetOf(paper.value as Paper, isWide());
  const scales = h('datalist', { id: 'scales' }, ...SCALES.map((scale) => option(String(scale), `1 : ${scale}`)));
  const [least, most] = SCALE_LIMITS;
  const scale = h('input', { type: 'number', min: String(least), max: String(most), step: 'any', required: true });
  scale.setAttribute('list', 'scales');
  scale.value = String(fittingScale(sheet(), (east - west) * metres, (north - south) * metres));
  const title = h('input', { value: viewer.manifest.name, maxLength: 80 });
  const date = h('input', { type: 'date', required: true });
  date.valueAsDate = new Date();
  const field = (name: string, input: HTMLElement): HTMLElement => h('label', { className: 'field' }, name, input);
  const status = h('p', { role: 'status' });
  const button = h('button', { type: 'submit', className: 'main' }, t('print.button'));
  const form = h(
    'form',
    {},
    ...[field(t('print.title'), title), field(t('print.date'), date)],
    ...[field(t('print.paper'), paper), field(t('print.direction'), direction)],
    ...[field(t('print.scale'), scale), scales, button, h('p', {}, t('print.hint')), status],
  );
  const section = h('section', { 'aria-label': t('print.button') }, h('h2', {}, t('print.button')), form);
  /** Shows the middle of the view from straight above, at the scale of the paper. */
  const paperCamera = (): Camera => {
    const { easting, northing, elevation, turn } = camera;
    const { width, height } = sheet().map;
    const size = { width: width * PIXELS, height: height * PIXELS };
    return Object.assign(new Camera(), { easting, northing, elevation, turn, ...size, scale: scaleOnPaper() });
  };
  const scaleOnPaper = (): number => paperScale(scale.valueAsNumber, metres);
  const frame = (context: CanvasRenderingContext2D): void => {
    if (!section.isConnected || !form.checkValidity() || !camera.isPlan) return;
    const { map } = sheet();
    const [width, height] = [map.width, map.height].map((mm) => (mm * PIXELS * camera.scale) / scaleOnPaper());
    context.save();
    context.strokeStyle = css(THEMES[viewer.settings.theme].ink);
    context.setLineDash([8, 4]);
    context.strokeRect((camera.width - width!) / 2, (camera.height - height!) / 2, width!, height!);
    context.restore();
  };
  viewer.overlays.push(frame);
  form.oninput = () => viewer.redraw();
  /** Shows the whole frame. */
  const show = (): void => {
    Object.assign(camera, { tilt: Math.PI / 2 });
    const { map } = sheet();
    const fit = Math.min(camera.width / map.width, camera.height / map.height) / PIXELS;
    camera.scale = Math.min(camera.scale, 0.95 * fit * scaleOnPaper());
    viewer.redraw();
  };
  // The panel first takes its room from the view.
  requestAnimationFrame(() => requestAnimationFrame(show));
  form.onsubmit = async (event) => {
    event.preventDefault();
    button.disabled = true;
    status.textContent = t('print.drawing');
    try {
      const written = new Intl.DateTimeFormat(spoken(), { dateStyle: 'long', timeZone: 'UTC' }).format(
        date.valueAsDate!,
      );
      const order = { title: title.value, date: written, paper: paper.value as Paper, isWide: isWide() };
      await printSheet(viewer, paperCamera(), { ...order, scale: scale.valueAsNumber });
      status.textContent = '';
    } catch (error) {
      status.textContent = t('print.refused', { reason: error instanceof Error ? error.message : String(error) });
    } finally {
      button.disabled = false;
    }
  };
  return section;
}
