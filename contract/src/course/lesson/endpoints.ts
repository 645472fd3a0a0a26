/** Lessons and the documentation pictures of their classes (spec §3, §7, §8; domain.md, Lesson). */
import { whenValid } from '../../kernel/when-valid.ts';
import { z } from 'zod';
import { choice, field } from '../../kernel/draft.ts';
import { type } from '../draft.ts';
import {
  byIdOf,
  idOf,
  imageLink,
  instant,
  link,
  name,
  removalConflict,
  text,
  version,
  whole,
} from '../../kernel/fields.ts';
import { endpoint } from '../../kernel/endpoint.ts';
import { fileKinds } from '../../kernel/upload.ts';
import { type LessonType, lessonTypeNames, lockRule, materialType } from './rules.ts';
import { storedFields } from '../../kernel/record-endpoints.ts';
import { checkPeriod } from '../section/fields.ts';
import { videoStatus } from '../../video/endpoints.ts';

const all = { area: 'course', roles: ['admin', 'instructor'] } as const;

const attachment = z.object({
  name: field(name(1, 200), { label: 'Name' }),
  url: field(link, { label: 'File', kind: 'file' }),
});
/** Attachment as stored: with its size in bytes; 0 for files on other sites. */
const storedAttachment = z.object({ name: z.string(), url: z.string(), size: z.int() });
export type Attachment = z.output<typeof storedAttachment>;

interface Kind {
  type: LessonType;
}
/** Shows a field for these types only; values of a hidden field are kept. */
const only =
  (...types: LessonType[]) =>
  ({ type }: Kind) => ({ isHidden: !types.includes(type) });

/** Upper limit of a lesson's content in characters, including markup. */
export const maxContentLength = 50_000;

const lessonFields = {
  name: field(name(1, 150), { label: 'Name' }),
  type: field(choice(lessonTypeNames), { label: 'Type' }),
  materialType: field(materialType, { label: 'Material' }),
  description: field(text(5000), { label: 'Description', kind: 'textArea' }),
  /** HTML, sanitized on save to the tags of the admin's editor (docs/decisions/0009). */
  content: field(text(maxContentLength), { label: 'Content', kind: 'richText' }),
  /** In minutes. */
  duration: field(whole().min(0, 'Not below 0').max(100_000, 'At most 100.000'), {
    label: 'Duration',
    hint: 'In minutes. Filled in from the video.',
  }),
  videoSource: field(link.nullable(), {
    label: 'Video',
    hint: `Drop, paste or choose a file. ${fileKinds.video.words}.`,
    placeholder: 'Drop a file here',
    kind: 'video',
    overrides: only('VIDEO'),
  }),
  attachments: field(z.array(attachment).max(20, 'At most 20'), { label: 'Attachments', item: 'attachment' }),
  isPreview: field(z.boolean(), { label: 'Can be seen without buying the course' }),
  startAt: field(instant.nullable(), {
    label: 'Starts',
    hint: 'Empty: at the same time as its section.',
    overrides: only('LIVE_CLASS'),
  }),
  endAt: field(instant.nullable(), { label: 'Ends', isEnd: true, overrides: only('LIVE_CLASS') }),
  meetingUrl: field(link.nullable(), { label: 'Meeting link', overrides: only('LIVE_CLASS') }),
  location: field(text(300).trim().nullable(), {
    label: 'Location',
    placeholder: 'Building, street, city',
    overrides: only('LIVE_CLASS'),
  }),
  lockRule: field(lockRule, { label: 'Locked' }),
};

/** Whole lesson as its form holds it. */
export const lessonDraft = z.object(lessonFields).superRefine(checkPeriod, whenValid('startAt', 'endAt'));

/** Defaults of a new lesson. */
export const blankLesson = {
  type: 'VIDEO',
  materialType: 'NONE',
  description: '',
  content: '',
  duration: 0,
  videoSource: null,
  attachments: [],
  isPreview: false,
  startAt: null,
  endAt: null,
  meetingUrl: null,
  location: null,
  lockRule: 'NONE',
} as const satisfies Omit<z.input<typeof lessonDraft>, 'name'>;

/** Position of a new lesson in its section, from 1; default: last. */
export const priority = whole().min(1, 'From 1').max(100_000, 'At most 100.000');

const documentation = z.object({ id: idOf('documentation'), image_url: z.string() });

export const lesson = z.object({
  lessonId: idOf('lesson'),
  sectionId: idOf('section'),
  courseId: idOf('course'),
  courseName: z.string(),
  courseType: type,
  sectionName: z.string(),
  /** Time of its class: its own, else its section's. */
  meetingStartAt: z.string().nullable(),
  meetingEndAt: z.string().nullable(),
  ...storedFields(lessonFields),
  attachments: z.array(storedAttachment),
  priority: z.int(),
  /** Playable URL; null until the video is ready. */
  videoURL: z.string().nullable(),
  /** '' if there is no video to process here. */
  videoStatus: z.union([z.literal(''), videoStatus]),
  documentations: z.array(documentation),
  isAttendanceSubmitted: z.boolean(),
  removalConflict,
  updatedAt: z.string(),
  version,
});

export const getLesson = endpoint({
  ...all,
  method: 'GET',
  url: '/admin/lesson/:id/',
  params: byIdOf('lesson'),
  reply: lesson,
  versioned: true,
});

/** Creates a lesson, by default the last of its section; omitted fields are those of {@link blankLesson}. */
export const createLesson = endpoint({
  ...all,
  method: 'POST',
  url: '/admin/lesson/',
  body: z.object({
    ...z.object(lessonFields).partial().shape,
    name: lessonFields.name,
    sectionId: idOf('section'),
    priority: priority.optional(),
  }),
  success: 201,
  creates: true,
  reply: z.object({ lessonId: idOf('lesson') }),
  messages: { ok: 'Create Lesson Success', fail: 'Fail to Create New Lesson', preferServer: true },
});

/** Updates a lesson: omitted fields stay unchanged; the resulting lesson must be valid. */
export const updateLesson = endpoint({
  ...all,
  method: 'PUT',
  url: '/admin/lesson/:id/',
  params: byIdOf('lesson'),
  body: z.object(lessonFields).partial(),
  reply: z.object({ lessonId: idOf('lesson'), version }),
  versioned: true,
  messages: { ok: 'Update Lesson Success', fail: 'Fail to Update Lesson' },
});

export const deleteLesson = endpoint({
  ...all,
  method: 'DELETE',
  url: '/admin/lesson/:id/',
  params: byIdOf('lesson'),
  reply: z.object({ lessonId: idOf('lesson') }),
  versioned: true,
  messages: { ok: 'Lesson deleted successfully', fail: 'Failed to delete lesson' },
});

/** Adds the picture at `image_url` to the documentation of a class. */
export const addDocumentation = endpoint({
  ...all,
  method: 'POST',
  url: '/admin/lesson/:id/documentation/',
  params: byIdOf('lesson'),
  body: z.object({ image_url: imageLink }),
  success: 201,
  creates: true,
  reply: documentation,
  messages: { ok: 'Successfully Uploaded Lesson Documentation!', fail: 'Fail to Upload Lesson Documentation' },
});

export const deleteDocumentation = endpoint({
  ...all,
  method: 'DELETE',
  url: '/admin/lesson/documentation/:id',
  params: byIdOf('documentation'),
  reply: z.object({ id: idOf('documentation') }),
  messages: { ok: 'Successfully Deleted Lesson Documentation!', fail: 'Fail to Delete Lesson Documentation' },
});
