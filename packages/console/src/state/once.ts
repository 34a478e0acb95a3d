import { useRef, useState } from 'preact/hooks';

/**
 * Something that a press starts and that takes a while: a second press in the meantime does not do it twice.
 * @param act what it does @param onError receives what it throws
 * @returns the function to call, and whether it is running
 */
export function useOnce(act: () => unknown, onError: (error: unknown) => void): readonly [() => void, boolean] {
  const [isBusy, setBusy] = useState(false);
  // A second press can come before the next frame.
  const running = useRef(false);
  const run = async (): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await act();
    } catch (error) {
      onError(error);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return [() => void run(), isBusy];
}
