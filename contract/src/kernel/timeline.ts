/** Timelines: what happened to a record or a person, in words. */
import { z } from 'zod';
import { idOf } from './fields.ts';
import { type RecordKind, recordKinds } from './record-kinds.ts';

const kinds = Object.keys(recordKinds) as [RecordKind, ...RecordKind[]];

/** Entry of a timeline. */
export const timelineEntry = z.object({
  at: z.string(),
  /** Kind of the event, by which timelines can be filtered: `payment`, `access`, `mail`. */
  kind: z.string(),
  /** User who acted, or a program (without a user); null: nobody, or the sentence names them. */
  by: z.object({ userId: idOf('user').nullable(), name: z.string() }).nullable(),
  /** Words that follow the name of `by`, or a whole sentence without one: `set the status to Lunas`. */
  text: z.string(),
  /** Text that somebody wrote; '' if none. */
  note: z.string(),
  /** Record that the entry leads to. */
  record: z.object({ kind: z.enum(kinds), id: z.string(), name: z.string() }).nullable(),
});
export type TimelineEntry = z.infer<typeof timelineEntry>;
