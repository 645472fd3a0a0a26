/** Import of members, their memberships of courses, and their past orders from spreadsheets (ours; docs/guide/import.md). */
import { z } from 'zod';
import { batch } from '../../batch/endpoints.ts';
import { choice, field } from '../../kernel/draft.ts';
import { endpoint } from '../../kernel/endpoint.ts';
import { flag, idOf, text } from '../../kernel/fields.ts';
import { orderStatuses } from '../../order/status.ts';
import { type ImportKind, importKinds } from './columns.ts';

/** Upper limits of a file: bytes, and rows below the headings. */
export const maxImportBytes = 10 * 1024 * 1024;
export const maxImportRows = 20_000;
/** Upper limit of the answers in characters: more than a thousand. */
const maxAnswers = 50_000;

/** Results of a row. `undecided`: it may be of an existing person, and somebody has to say of which. */
export const importStates = {
  new: 'New',
  changed: 'Changed',
  unchanged: 'Nothing to change',
  refused: 'Refused',
  undecided: 'To decide',
} as const;
export type ImportState = keyof typeof importStates;

const kindLabels = Object.fromEntries(Object.entries(importKinds).map(([kind, { label }]) => [kind, label]));

const importForm = z.object({
  kind: field(choice(kindLabels as Record<ImportKind, string>), { label: 'What the file holds' }),
  /** Field of each column in order, separated by commas, '' for none. Default: as remembered or recognised. */
  columns: text(5000).optional(),
  /** Answers to doubtful rows, `line:user` each, separated by commas: the id of a person, `new`, or `skip`. */
  answers: text(maxAnswers).default(''),
  /** Whether new members get an invitation by mail. */
  mails: flag.default(false),
});

const fault = z.object({
  /** Heading of the column; '' for the whole row. */
  column: z.string(),
  /** Content of the cell. */
  cell: z.string(),
  reason: z.string(),
});

const row = z.object({
  /** Row of the file, from 1. */
  line: z.int(),
  state: choice(importStates),
  name: z.string(),
  /** The person, or new person's e-mail. */
  email: z.string(),
  /** Person that it changes or belongs to. */
  userId: idOf('user').nullable(),
  /** Differences in words; of what is new, all values; of what is doubtful, those by which people are found. */
  changes: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
  /** Why it is refused. */
  faults: z.array(fault),
  /** People whom it may be of, also once it is answered. */
  candidates: z.array(z.object({ userId: idOf('user'), name: z.string(), email: z.string(), phoneNumber: z.string() })),
  /** Whether `new` is an answer. */
  canBeNew: z.boolean(),
  /** Cells of refused rows, to be corrected in a new file. */
  cells: z.array(z.string()).optional(),
});
export type ImportRow = z.infer<typeof row>;

const preview = z.object({
  columns: z.array(z.object({ heading: z.string(), field: z.string(), samples: z.array(z.string()) })),
  /** Labels of what the file lacks; nothing is compared without it. */
  missing: z.array(z.string()),
  rows: z.array(row),
  effects: z.object({
    /** Courses that get members; `capacity` null: no limit. */
    seats: z.array(
      z.object({
        courseId: idOf('course'),
        name: z.string(),
        before: z.int(),
        after: z.int(),
        capacity: z.int().nullable(),
      }),
    ),
    /** Orders that appear in the lists and in Sales. */
    money: z.array(z.object({ status: z.enum(orderStatuses), orders: z.int(), amount: z.int() })),
    mails: z.int(),
  }),
  /** Stands for exactly these results: sent with the import, which does nothing else. */
  seen: z.string(),
});
export type ImportPreview = z.infer<typeof preview>;

const all = {
  area: 'user',
  failsAs: 500,
  method: 'POST',
  roles: ['admin'],
  filePart: { name: 'file', max: maxImportBytes, maxFieldBytes: 4 * maxAnswers },
} as const;

/** Compares a file with what is there; nothing is saved. 400 for files that cannot be read. */
export const previewImport = endpoint({
  ...all,
  url: '/admin/user/import/preview/',
  body: importForm,
  reply: preview,
  messages: { fail: 'Failed to read the file', preferServer: true },
});

/**
 * Begins the import of the new and the changed rows as a batch; refused and undecided rows are left out. 409 if the
 * result would differ from what was `seen`, and if there is nothing to import.
 */
export const startImport = endpoint({
  ...all,
  url: '/admin/user/import/',
  success: 201,
  body: importForm.extend({ seen: text(100) }),
  reply: batch,
  messages: { fail: 'Nothing was imported', preferServer: true },
});

export type ImportForm = z.output<typeof importForm>;
