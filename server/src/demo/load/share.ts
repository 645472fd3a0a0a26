/** Range of record numbers, from `from` to `to` inclusive, of `total`, and the time `now` (ISO 8601). */
export interface Share {
  from: number;
  to: number;
  total: number;
  now: string;
}
