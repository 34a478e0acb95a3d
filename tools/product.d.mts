/** The path of the product's first module; in a checkout the product is built if a source is newer, or used `asItIs`. */
export function findProduct(asItIs?: boolean): Promise<string>;
