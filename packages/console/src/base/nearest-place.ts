/** The place of a list that an address is: itself, or the longest above it that ends with a slash. */
export function nearestPlace(places: Iterable<string>, path: string): string | undefined {
  let found: string | undefined;
  for (const place of places) {
    const isHit = place === path || (place.endsWith('/') && place !== '/' && path.startsWith(place));
    if (isHit && place.length > (found?.length ?? 0)) found = place;
  }
  return found;
}
