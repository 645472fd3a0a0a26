/**
 * Fields and items of a section of a course (spec §3; domain.md, Section). A module of its own, since lists of courses
 * need no more.
 */
import { whenValid } from '../../kernel/when-valid.ts';
import { z } from 'zod';
import { field } from '../../kernel/draft.ts';
import { idOf, instant, link, name, text, version } from '../../kernel/fields.ts';
import { lockRule, materialType } from '../lesson/rules.ts';
import { storedFields } from '../../kernel/record-endpoints.ts';
import { videoStatus } from '../../video/endpoints.ts';

/** Kinds of items that share the order of a section. */
export const sectionItemKinds = ['lesson', 'quiz', 'survey'] as const;
export type SectionItemKind = (typeof sectionItemKinds)[number];

export const itemRef = z.object({ kind: z.enum(sectionItemKinds), id: idOf('section-item') });
export const itemRefs = z.array(itemRef).min(1, 'Choose at least one').max(500, 'At most 500 at a time');

/** Line of the curriculum: the fields needed to recognize, move and rename an item. */
export const sectionItem = z.object({
  ...itemRef.shape,
  name: z.string(),
  /** Type of a lesson; QUIZ or SURVEY for the others. */
  type: z.string(),
  materialType,
  priority: z.int(),
  /** In minutes; for a quiz, its time limit, or 0 without one. */
  duration: z.int(),
  isPreview: z.boolean(),
  /** Processing status of an uploaded video; '' for all else. */
  videoStatus: z.union([z.literal(''), videoStatus]),
  lockRule,
  /** Start of a live class; null for others. */
  startAt: z.string().nullable(),
  /** Attendance was taken. */
  isHeld: z.boolean(),
  /** No content yet: no video, text, file, time or question. */
  isEmpty: z.boolean(),
  /** Quiz with questions whose points do not reach its passing score. */
  isUnpassable: z.boolean(),
  version,
});

export const sectionFields = {
  name: field(name(1, 150), { label: 'Name' }),
  description: field(text(5000), { label: 'Description', kind: 'textArea' }),
  startAt: field(instant.nullable(), { label: 'Starts', hint: 'Of its live class. Empty: not fixed.' }),
  endAt: field(instant.nullable(), { label: 'Ends', isEnd: true }),
  gmeetUrl: field(link.nullable(), { label: 'Meet link' }),
};

interface Period {
  startAt: string | null;
  endAt: string | null;
}

/** Adds an issue for an end without a start, or an end not after the start. */
export const checkPeriod = ({ startAt, endAt }: Period, context: z.RefinementCtx): void => {
  const wrong = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  if (startAt === null && endAt !== null) wrong('startAt', 'Needs a start');
  if (startAt !== null && endAt !== null && Date.parse(startAt) >= Date.parse(endAt))
    wrong('endAt', 'Ends before it starts');
};

/** Whole section as its form holds it. */
export const sectionDraft = z.object(sectionFields).superRefine(checkPeriod, whenValid('startAt', 'endAt'));

const stored = storedFields(sectionFields);

/** Items are sorted by priority; priorities are consecutive. */
export const section = z.object({
  sectionId: idOf('section'),
  courseId: idOf('course'),
  ...stored,
  priority: z.int(),
  items: z.array(sectionItem),
  updatedAt: z.string(),
  version,
});
