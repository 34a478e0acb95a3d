/** The path of the product's first module; in a checkout the product is built if a source is newer. */
export function findProduct(): Promise<string>;
