/** The records numbered `from` to `to`, both included, around the moment `now` (ISO 8601). */
export interface Share {
  from: number;
  to: number;
  now: string;
}
