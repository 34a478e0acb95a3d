/** Gets each entity or other object that is lost: its type in DXF ('' if it is no entity), handle, and the reason. */
export type Lost = (type: string, handle: number, reason: unknown) => void;
