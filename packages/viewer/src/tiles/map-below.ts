import { type TileMap, tileOrigins } from '@fieldbridge/view-wire';
import { t } from '../text/index.ts';
import type { Viewer } from '../viewer.ts';
import { TileLayer } from './tile-layer.ts';

/** The function that removes the map of each view. */
const ends = new WeakMap<Viewer, () => void>();

/** The map below a view. */
export function mapBelow({ backdrop }: Viewer): TileLayer | undefined {
  return backdrop instanceof TileLayer ? backdrop : undefined;
}

/** Removes the map below a view. */
export function endMap(viewer: Viewer): void {
  ends.get(viewer)?.();
  ends.delete(viewer);
  viewer.redraw();
}

/**
 * Puts a map below a view, replacing the previous one.
 * @param say called once with a fault of the map
 */
export function beginMap(viewer: Viewer, map: TileMap, opacity: number, say: (text: string) => void): void {
  endMap(viewer);
  const { earth } = viewer;
  if (earth === undefined) return;
  const origins = tileOrigins(map.address);
  const hostOf = (address: string): string => new URL(address).host;
  let isSaid = false;
  const once = (text: string): void => {
    if (!isSaid) say(text);
    isSaid = true;
  };
  const refused = ({ blockedURI }: SecurityPolicyViolationEvent): void => {
    if (origins.some((origin) => blockedURI.startsWith(origin))) once(t('tiles.refused', { host: hostOf(blockedURI) }));
  };
  document.addEventListener('securitypolicyviolation', refused);
  const layer = new TileLayer(map, {
    earth,
    changed: () => viewer.arrived(),
    dropped: (picture) => viewer.releasePicture(picture),
    fault: (what, error) => {
      const reason = error instanceof Error ? error.message : String(error);
      // A browser does not report to pages why a request to another host failed. A policy that forbids it is reported
      // by an event, a moment later.
      const isSilent = what === 'tile' && error instanceof TypeError;
      const text = t(isSilent ? 'tiles.silent' : 'tiles.fault', { host: hostOf(origins[0]!), reason });
      setTimeout(() => once(text));
    },
  });
  layer.opacity = opacity;
  viewer.backdrop = layer;
  ends.set(viewer, () => {
    document.removeEventListener('securitypolicyviolation', refused);
    viewer.backdrop = undefined;
    layer.destroy();
  });
  viewer.redraw();
}
