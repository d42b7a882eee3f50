/** A value from a client as it may stand in a message: quoted, on one line, not too long. */
export function quote(value: string): string {
  return JSON.stringify(value.length > 100 ? `${value.slice(0, 100)}…` : value);
}
