import { FieldbridgeView } from '@fieldbridge/viewer/element.ts';
import { useEffect, useRef } from 'preact/hooks';
import { site } from '../../base/site.ts';
import { isDark } from '../../state/theme.ts';

/** The job in the viewer: a plan, or in three dimensions. */
export function JobView({ jobId, revision }: { readonly jobId: string; readonly revision: number }) {
  const place = useRef<HTMLDivElement>(null);
  const theme = isDark.value ? 'dark' : 'light';
  useEffect(() => {
    const view = new FieldbridgeView();
    view.setAttribute('src', `${site.interfaces.conversion}/job/${jobId}/view`);
    view.setAttribute('theme', theme);
    place.current?.replaceChildren(view);
    return () => view.remove();
  }, [jobId, revision, theme]);
  return <div class="viewer" ref={place} />;
}
