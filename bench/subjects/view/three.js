// three.js: line segments in chunks of a size that indices of 16 bits could name, as floats about the middle.
import {
  BufferAttribute,
  BufferGeometry,
  LineBasicMaterial,
  LineSegments,
  OrthographicCamera,
  Scene,
  WebGLRenderer,
} from 'three';

const SEGMENTS = 20_000;
const points = new Float32Array(await (await fetch('/segments')).arrayBuffer());
const renderer = new WebGLRenderer({ antialias: false });
renderer.setSize(innerWidth, innerHeight);
document.body.append(renderer.domElement);
const scene = new Scene();
const material = new LineBasicMaterial({ color: 0x1f2328 });
let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
for (let at = 0; at < points.length; at += 6 * SEGMENTS) {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(points.subarray(at, at + 6 * SEGMENTS), 3));
  geometry.computeBoundingBox();
  const { min, max } = geometry.boundingBox;
  [west, south] = [Math.min(west, min.x), Math.min(south, min.y)];
  [east, north] = [Math.max(east, max.x), Math.max(north, max.y)];
  scene.add(new LineSegments(geometry, material));
}
const camera = new OrthographicCamera();
const look = (share) => {
  const half = (share * Math.max(east - west, north - south)) / 2;
  const [x, y, shape] = [(west + east) / 2, (south + north) / 2, innerWidth / innerHeight];
  Object.assign(camera, {
    left: x - half * shape,
    right: x + half * shape,
    bottom: y - half,
    top: y + half,
    near: -1e4,
    far: 1e4,
  });
  camera.updateProjectionMatrix();
};
const gl = renderer.getContext();
const draw = () => {
  const before = performance.now();
  renderer.render(scene, camera);
  gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
  return performance.now() - before;
};
look(1.1);
draw();
window.shown = performance.now();
const frames = () => Array.from({ length: 5 }, draw).sort((a, b) => a - b)[2];
const overview = frames();
look(0.02);
draw();
window.measured = { shown: window.shown, overview, near: frames() };
