import { FieldbridgeView } from '@fieldbridge/viewer/element.ts';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { site } from '../base/site.ts';
import { hiddenLayers, type IssuePlace, type Report } from '../model/report.ts';
import { isDark } from '../state/theme.ts';
import { viewSource } from '../state/view-source.ts';
import { language } from '../text/index.ts';

/** Opacity of deselected layers. */
const FADED = 0.12;

/** The address of a file that was read. */
export function fileAddress({ jobId, fileId }: Pick<Report, 'jobId' | 'fileId'>): string {
  return `${site.interfaces.conversion}/job/${jobId}/files/${fileId}`;
}

interface FileViewProps {
  readonly report: Report;
  /** Called with a clicked place: a nearby end or point, else the place itself. */
  readonly onPick?: (place: readonly [easting: number, northing: number]) => void;
  /** Shown closer, with a pin. */
  readonly at?: IssuePlace | undefined;
}

/** The file in the viewer before it is imported; layers with nothing selected are faded. */
export function FileView({ report, onPick, at }: FileViewProps) {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef<FieldbridgeView>(undefined);
  const latest = useRef(report);
  latest.current = report;
  const picking = useRef(onPick);
  picking.current = onPick;
  const theme = isDark.value ? 'dark' : 'light';
  const fade = (): void => {
    const viewer = shown.current?.viewer;
    if (viewer === undefined) return;
    const hidden = hiddenLayers(latest.current);
    for (const [key, state] of viewer.layers) state.opacity = hidden.has(key) ? FADED : 1;
    viewer.restyle();
  };
  useLayoutEffect(() => {
    const view = new FieldbridgeView();
    const file = fileAddress(report);
    view.setAttribute('src', `${file}/view`);
    view.source = viewSource(`${file}/view`, () => true);
    view.setAttribute('still', `${file}/thumbnail.svg`);
    view.lang = language.value;
    view.maps = site.maps ?? [];
    view.setAttribute('theme', theme);
    view.addEventListener('ready', fade);
    view.addEventListener('click', (event) => {
      const { viewer } = view;
      if (picking.current === undefined || viewer === undefined || !viewer.camera.isPlan) return;
      const { left, top } = viewer.canvas.getBoundingClientRect();
      const [x, y] = [event.clientX - left, event.clientY - top];
      const near = viewer.snap(x, y);
      const [easting, northing] = near === undefined ? viewer.camera.toWorld(x, y) : [near.easting, near.northing];
      picking.current([rounded(easting), rounded(northing)]);
    });
    shown.current = view;
    place.current?.replaceChildren(view);
    return () => view.remove();
  }, [report.fileId, theme, language.value]);
  useEffect(fade, [report.selection]);
  useEffect(() => {
    if (at === undefined) return;
    shown.current?.setPins([{ ...at, level: 'warning' }]);
    shown.current?.showPlace(at.easting, at.northing);
    place.current?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  return <div class="viewer small" ref={place} />;
}

/** To a ten-thousandth, the resolution of the picture. */
function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
