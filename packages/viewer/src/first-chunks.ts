import type { ViewManifest } from '@fieldbridge/view-wire';
import { Camera, mainBox } from './camera.ts';
import { Scene } from './scene.ts';
import type { ViewSource } from './source.ts';

/**
 * Fetches the data that the first picture of a view will need while the page around it is built.
 * @param width approximate width of the picture in CSS pixels
 * @returns the source, which has the chunks
 */
export function fetchFirst(manifest: ViewManifest, source: ViewSource, width: number, height: number): ViewSource {
  const ahead = new Map<string, Promise<Uint8Array>>();
  const keyOf = (...place: Parameters<ViewSource['chunk']>): string => place.join('/');
  const asking: ViewSource = {
    ...source,
    chunk(...place) {
      const bytes = source.chunk(...place);
      // The view reports the error, if it needs the chunk.
      bytes.catch(() => undefined);
      ahead.set(keyOf(...place), bytes);
      return new Promise(() => undefined);
    },
  };
  const camera = Object.assign(new Camera(), { width, height });
  const box = mainBox(manifest);
  if (box === null) return source;
  camera.fit(box);
  const nothing = (): void => undefined;
  new Scene(manifest, asking, nothing, nothing, nothing).visible(camera);
  return {
    ...source,
    chunk(...place) {
      const key = keyOf(...place);
      const bytes = ahead.get(key) ?? source.chunk(...place);
      // Once: a view that has dropped a chunk requests it again.
      ahead.delete(key);
      return bytes;
    },
  };
}
