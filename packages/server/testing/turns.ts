/** Counts the turns of the event loop that others get while something runs. */
export async function turnsDuring(run: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await run();
  isOver = true;
  return turns;
}
