/** The buffers of all typed arrays in plain data, which may be handed over instead of being copied; each must be of no use to its owner any more. */
export function buffersOf(data: unknown): ArrayBuffer[] {
  const found = new Set<ArrayBuffer>();
  const look = (value: unknown): void => {
    if (ArrayBuffer.isView(value)) {
      if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
    } else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) look(one);
  };
  look(data);
  return [...found];
}
