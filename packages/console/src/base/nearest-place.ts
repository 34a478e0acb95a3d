/** The place in a list for an address: the address itself, or the longest one above it that ends with a slash. */
export function nearestPlace(places: Iterable<string>, path: string): string | undefined {
  let found: string | undefined;
  for (const place of places) {
    const isHit = place === path || (place.endsWith('/') && place !== '/' && path.startsWith(place));
    if (isHit && place.length > (found?.length ?? 0)) found = place;
  }
  return found;
}
