/** Series of classes by a pattern, and moves of classes (decision 0029). */
import { z } from 'zod';
import { byIdOf, day, idOf, instant, name, version, whole } from '../../kernel/fields.ts';
import { endpoint } from '../../kernel/endpoint.ts';

const roles = ['admin', 'instructor'] as const;
const area = 'course';

/** Lists Indonesian public holidays in the year of `from` and the two following years. */
export const listHolidays = endpoint({
  area,
  method: 'GET',
  url: '/admin/holiday/',
  roles,
  query: z.object({ from: day }),
  reply: z.object({ holidays: z.array(z.object({ date: z.string(), name: z.string() })) }),
});

const maxClasses = 100;

export const classPattern = z.object({
  /** From 1 (Monday) to 7 (Sunday). */
  weekdays: z
    .array(whole().min(1, 'From 1 to 7').max(7, 'From 1 to 7'))
    .min(1, 'Choose at least one day of the week')
    .max(7, 'At most 7'),
  /** Minutes after midnight in Asia/Jakarta. */
  startMinute: whole('Choose a time').min(0, 'Choose a time').max(1439, 'Choose a time'),
  /** In minutes. */
  duration: whole('Choose when it ends').min(1, 'Ends before it starts').max(1439, 'Ends before it starts'),
  count: whole().min(1, 'At least 1').max(maxClasses, `At most ${maxClasses} at a time`),
  from: day,
  /** Holidays and other days without a class. */
  skip: z.array(z.object({ date: day, reason: name(0, 100) })).max(200, 'At most 200'),
  /** Name pattern: `{n}` stands for the number; without it, the number is appended. */
  name: name(1, 140),
  firstNumber: whole().min(1, 'At least 1').max(10_000, 'At most 10.000'),
  /** Adds a live class with the same name and time to each section; attendance is taken in it. */
  hasLessons: z.boolean().default(true),
});
export type PatternDraft = z.output<typeof classPattern>;

/** Appends a section per class; all or none. */
export const createClasses = endpoint({
  area,
  method: 'POST',
  url: '/admin/course/:id/schedule/pattern/',
  roles,
  params: byIdOf('course'),
  body: classPattern,
  success: 201,
  creates: true,
  proposable: true,
  reply: z.object({ sectionIds: z.array(idOf('section')), created: z.int() }),
  messages: { ok: '{created class|classes} created', fail: 'Failed to create classes' },
});

const times = { startAt: instant, endAt: instant };
const movesOf = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({
    classes: z
      .array(z.object({ sectionId: idOf('section'), ...times, ...shape }))
      .min(1, 'Choose at least one')
      .max(500, 'At most 500 at a time')
      .refine(
        (classes) => new Set(classes.map((one) => (one as { sectionId: string }).sectionId)).size === classes.length,
        'A section is listed twice',
      ),
  });

const shownTimes = { startAt: z.string(), endAt: z.string() };
const clash = z.object({
  sectionId: idOf('section'),
  name: z.string(),
  courseName: z.string(),
  shares: z.string(),
  ...shownTimes,
});

/** Computes the effects of moving classes; changes nothing. */
export const previewMoves = endpoint({
  area,
  method: 'POST',
  url: '/admin/course/:id/schedule/preview/',
  roles,
  params: byIdOf('course'),
  body: movesOf({}),
  reply: z.object({
    classes: z.array(
      z.object({
        sectionId: idOf('section'),
        name: z.string(),
        version,
        from: z.object({ startAt: z.string().nullable(), endAt: z.string().nullable() }),
        to: z.object(shownTimes),
        /** Reason it cannot be moved; null: it can. One such class prevents the whole move. */
        problem: z.string().nullable(),
        clashes: z.array(clash),
        isOutOfOrder: z.boolean(),
        /** Before the first or after the last day of its course. */
        isOutsideCourse: z.boolean(),
        /** Number of people who have it in their calendar and will be notified. */
        guests: z.int(),
        /** Lessons whose own times move with it, and items that open with it (START_AT) or after it (PREV_SESSION). */
        lessons: z.int(),
        locks: z.int(),
        /** Meeting link; unchanged by the move. */
        gmeetUrl: z.string().nullable(),
      }),
    ),
  }),
});
export type MovePreview = z.output<typeof previewMoves.reply>['classes'][number];

/**
 * Moves classes and their lessons, all or none, and notifies guests. 412 if someone else changed a class since its
 * `version`. Calling it with the old times undoes the move.
 */
export const moveClasses = endpoint({
  area,
  method: 'PUT',
  url: '/admin/course/:id/schedule/',
  roles,
  params: byIdOf('course'),
  body: movesOf({ version: whole().min(0, 'Not below 0').max(2_147_483_647, 'Too large') }),
  proposable: true,
  reply: z.object({ moved: z.int(), classes: z.array(z.object({ sectionId: idOf('section'), version })) }),
  messages: { ok: 'Schedule updated', fail: 'Failed to move classes' },
});
