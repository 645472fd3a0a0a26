/** Reports of programs about who was in a class, as lines of an attendance list. Pure. */
import type { Reply } from '../../kernel/endpoint.ts';
import type { getAttendance } from './endpoints.ts';
import type { Stay } from './line.ts';

type Evidence = Reply<typeof getAttendance>['evidence'][number];

const minuteOf = (at: string) => Date.parse(at) / 60_000;

export const stayOf = ({ name, email, from, until }: Evidence): Stay => ({
  label: name,
  email: email.toLowerCase(),
  names: [name],
  note: '',
  minutes: minuteOf(until) - minuteOf(from),
  // Minutes of all time, so that no stay is of another day.
  span: { day: '', from: minuteOf(from), to: minuteOf(until) },
});
