// dxf-viewer reads the same lines from a DXF file.
import { DxfViewer } from 'dxf-viewer';

const place = document.createElement('div');
place.style.cssText = 'width:100vw;height:100vh';
document.body.append(place);
const viewer = new DxfViewer(place, { antialias: false, preserveDrawingBuffer: true });
await viewer.Load({ url: '/site.dxf', fonts: null, workerFactory: null });
const gl = viewer.GetRenderer().getContext();
const draw = () => {
  const before = performance.now();
  viewer.Render();
  gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
  return performance.now() - before;
};
draw();
const shown = performance.now();
const frames = () => Array.from({ length: 5 }, draw).sort((a, b) => a - b)[2];
const overview = frames();
const camera = viewer.GetCamera();
camera.zoom *= 50;
camera.updateProjectionMatrix();
draw();
window.measured = { shown, overview, near: frames() };
