export type { ViewFeature, ViewManifest } from '@fieldbridge/view-wire';
export { Camera } from './camera.ts';
export { FieldbridgeView } from './element.ts';
export type { SurfaceStyle } from './gl/renderer.ts';
export { type Measured, type Measures, measure } from './measure.ts';
export type { ColourMode, LayerState } from './palette.ts';
export type { Hit, Snap } from './pick.ts';
export { httpSource, inlineSource, type ViewSource } from './source.ts';
export { openViewer, Viewer, type ViewSettings } from './viewer.ts';
