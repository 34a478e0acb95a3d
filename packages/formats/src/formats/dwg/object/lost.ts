/** Gets each entity or object that is lost: its type as DXF names it, its handle, and the reason. */
export type Lost = (type: string, handle: number, reason: unknown) => void;
