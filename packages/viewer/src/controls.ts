import type { Viewer } from './viewer.ts';

/** Handlers of a page for pointers that neither pan nor zoom. */
export interface PointerTools {
  /** A click or a tap. */
  readonly click: (x: number, y: number, touch: boolean, event: PointerEvent) => void;
  readonly move: (x: number, y: number, touch: boolean) => void;
  /** The one pointer that is down, if it should neither pan nor click. @returns whether it is handled */
  readonly press: (phase: 'start' | 'move' | 'end', x: number, y: number) => boolean;
  /** A finger rests: it now points, and lifting it clicks. @returns whether it may; otherwise it moves the picture */
  readonly hold: (x: number, y: number) => boolean;
  /** A pointing finger was lifted, or a second one was added. */
  readonly release: () => void;
}

/** Pixels a pointer may move in a click; how far a key pans; how much a step zooms. */
const STILL = 5;
const PAN = 80;
const ZOOM = 1.5;
const TURN = Math.PI / 24;
/** Milliseconds after which a resting finger points. */
const HOLD = 300;

/** Lets mouse, fingers and keys move the camera. @returns a function that stops it */
export function addControls(viewer: Viewer, tools: PointerTools): () => void {
  const { canvas, camera } = viewer;
  const down = new Map<number, { x: number; y: number; startX: number; startY: number }>();
  let wasGesture = false;
  let isHeld = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const endHold = (): void => {
    clearTimeout(timer);
    if (isHeld) tools.release();
    isHeld = false;
  };
  const placeOf = (event: MouseEvent): [number, number] => {
    const { left, top } = canvas.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  };
  const tilt = (dx: number, dy: number): void => {
    camera.turn -= dx / 200;
    camera.tilt = Math.min(Math.PI / 2, Math.max(0.08, camera.tilt + dy / 200));
  };
  let isPressed = false;
  const on = {
    pointerdown: (event: PointerEvent) => {
      const [x, y] = placeOf(event);
      canvas.setPointerCapture(event.pointerId);
      isPressed = down.size === 0 && event.button === 0 && !event.shiftKey && tools.press('start', x, y);
      if (isPressed) return;
      down.set(event.pointerId, { x, y, startX: x, startY: y });
      wasGesture = down.size > 1;
      endHold();
      if (event.pointerType !== 'touch' || wasGesture) return;
      timer = setTimeout(() => {
        isHeld = !wasGesture && tools.hold(x, y);
      }, HOLD);
    },
    pointermove: (event: PointerEvent) => {
      const [x, y] = placeOf(event);
      if (isPressed) {
        tools.press('move', x, y);
        return;
      }
      const own = down.get(event.pointerId);
      if (own === undefined) {
        tools.move(x, y, event.pointerType === 'touch');
        return;
      }
      if (isHeld) {
        tools.move(x, y, true);
        return;
      }
      const [dx, dy] = [x - own.x, y - own.y];
      const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
      if (other !== undefined) {
        // Two fingers: the positions under them stay under them.
        const before = Math.hypot(own.x - other.x, own.y - other.y);
        const after = Math.hypot(x - other.x, y - other.y);
        camera.pan(dx / 2, dy / 2);
        if (before > 0) camera.zoom(after / before, (x + other.x) / 2, (y + other.y) / 2);
        wasGesture = true;
      } else if (Math.hypot(x - own.startX, y - own.startY) > STILL || wasGesture) {
        wasGesture = true;
        clearTimeout(timer);
        if (event.buttons & 2 || event.shiftKey) tilt(dx, dy);
        else camera.pan(dx, dy);
      }
      Object.assign(own, { x, y });
      if (wasGesture) viewer.redraw();
    },
    pointerup: (event: PointerEvent) => {
      if (isPressed) tools.press('end', ...placeOf(event));
      isPressed = false;
      const wasDown = down.delete(event.pointerId);
      if (wasDown && !wasGesture && event.button === 0)
        tools.click(...placeOf(event), event.pointerType === 'touch', event);
      endHold();
      if (down.size === 0) wasGesture = false;
    },
    pointercancel: (event: PointerEvent) => {
      isPressed = false;
      down.delete(event.pointerId);
      endHold();
    },
    wheel: (event: WheelEvent) => {
      event.preventDefault();
      const lines = event.deltaMode === 1 ? event.deltaY * 20 : event.deltaY;
      camera.zoom(ZOOM ** (-Math.max(-300, Math.min(300, lines)) / 100), ...placeOf(event));
      viewer.redraw();
    },
    dblclick: (event: MouseEvent) => {
      camera.zoom(2, ...placeOf(event));
      viewer.redraw();
    },
    contextmenu: (event: Event) => event.preventDefault(),
    keydown: (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const moves: Readonly<Record<string, () => void>> = {
        ArrowLeft: () => (event.shiftKey ? (camera.turn -= TURN) : camera.pan(PAN, 0)),
        ArrowRight: () => (event.shiftKey ? (camera.turn += TURN) : camera.pan(-PAN, 0)),
        ArrowUp: () => (event.shiftKey ? tilt(0, 20) : camera.pan(0, PAN)),
        ArrowDown: () => (event.shiftKey ? tilt(0, -20) : camera.pan(0, -PAN)),
        '+': () => camera.zoom(ZOOM),
        '=': () => camera.zoom(ZOOM),
        '-': () => camera.zoom(1 / ZOOM),
        '0': () => viewer.fit(),
        Home: () => viewer.fit(),
        n: () => Object.assign(camera, { turn: 0, tilt: Math.PI / 2 }),
      };
      const move = moves[event.key];
      if (move === undefined) return;
      event.preventDefault();
      move();
      viewer.redraw();
    },
  } satisfies Record<string, (event: never) => void>;
  canvas.style.touchAction = 'none';
  canvas.tabIndex = 0;
  for (const [name, listener] of Object.entries(on))
    canvas.addEventListener(name, listener as (event: Event) => void, { passive: false });
  return () => {
    clearTimeout(timer);
    for (const [name, listener] of Object.entries(on))
      canvas.removeEventListener(name, listener as (event: Event) => void);
  };
}
