/** Types shared by the lesson pages. */
import type { Reply } from '#contract/kernel/endpoint.ts';
import type { getLesson, lessonDraft } from '#contract/course/lesson/endpoints.ts';
import type { Opened } from '#kit/record/opened.ts';

export type Lesson = Reply<typeof getLesson>;
export type OpenLesson = Opened<Lesson, typeof lessonDraft>;
