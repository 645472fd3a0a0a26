/**
 * Types of lessons and rules derived from their fields (spec §3; domain.md, Lesson). Pure; used by server and browser.
 */
import { choice } from '../../kernel/draft.ts';

export const materialTypeNames = {
  NONE: 'None',
  PRE_LIVE_CLASS: 'Materi Pra Live Class',
  LIVE_CLASS: 'Materi Live Class',
  POST_LIVE_CLASS: 'Materi Post Live Class',
} as const;
export const materialType = choice(materialTypeNames);

export const lessonTypeNames = {
  VIDEO: 'Video',
  ARTICLE: 'Article',
  FILE: 'File',
  LIVE_CLASS: 'Live class',
  PROJECT: 'Project',
} as const;
export type LessonType = keyof typeof lessonTypeNames;

/** Display names of all types of section items. */
export const itemTypeNames = { ...lessonTypeNames, QUIZ: 'Quiz', SURVEY: 'Survey' } as const;
export type ItemType = keyof typeof itemTypeNames;

/** Display names of lock rules (spec §3). */
export const lockRuleNames = {
  NONE: 'Not locked',
  START_AT: 'Meeting date not passed',
  PREV_SESSION: 'Previous live class not held',
  PREV_QUIZ: 'Previous quiz not done',
} as const;
export const lockRule = choice(lockRuleNames);
export type LockRule = keyof typeof lockRuleNames;

/** Marker texts for empty items, by type. */
export const emptyWords: Readonly<Record<ItemType, string>> = {
  VIDEO: 'No video',
  ARTICLE: 'No text',
  FILE: 'No file',
  LIVE_CLASS: 'No time',
  PROJECT: 'No task',
  QUIZ: 'No questions',
  SURVEY: 'No questions',
};

/** Default name of a new quiz: label, section id, dash, priority (spec §3). */
export const quizNameOf = (sectionId: string, priority: number, label = 'Nama Kuis'): string =>
  `${label} ${sectionId}-${priority}`;
