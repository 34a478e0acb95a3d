import { FieldbridgeView } from '@fieldbridge/viewer/element.ts';
import { useEffect, useRef } from 'preact/hooks';
import { site } from '../base/site.ts';
import { hiddenLayers, type Report } from '../model/report.ts';
import { isDark } from '../state/theme.ts';

/** How much is seen of what is not chosen. */
const FADED = 0.12;

/** The file in the viewer before it is imported; layers of which nothing is chosen are faded. */
export function FileView({ report }: { readonly report: Report }) {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef<FieldbridgeView>(undefined);
  const latest = useRef(report);
  latest.current = report;
  const theme = isDark.value ? 'dark' : 'light';
  const fade = (): void => {
    const viewer = shown.current?.viewer;
    if (viewer === undefined) return;
    const hidden = hiddenLayers(latest.current);
    for (const [key, state] of viewer.layers) state.opacity = hidden.has(key) ? FADED : 1;
    viewer.restyle();
  };
  useEffect(() => {
    const view = new FieldbridgeView();
    view.setAttribute('src', `${site.interfaces.conversion}/job/${report.jobId}/files/${report.fileId}/view`);
    view.setAttribute('theme', theme);
    view.addEventListener('ready', fade);
    shown.current = view;
    place.current?.replaceChildren(view);
    return () => view.remove();
  }, [report.fileId, theme]);
  useEffect(fade, [report.selection]);
  return <div class="viewer small" ref={place} />;
}
