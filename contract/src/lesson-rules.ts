/** What lessons are called and what follows from their fields (spec §3; domain.md, Lesson). Pure; both sides use it. */
import { choice } from './draft.ts';

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

/** What may stand in a section, as people call it. */
export const itemTypeNames = { ...lessonTypeNames, QUIZ: 'Quiz', SURVEY: 'Survey' } as const;
export type ItemType = keyof typeof itemTypeNames;

/** In the words of the specification (spec §3). */
export const lockRuleNames = {
  NONE: 'Not locked',
  START_AT: 'Meeting date not passed',
  PREV_SESSION: 'Previous live class not held',
  PREV_QUIZ: 'Previous quiz not done',
} as const;
export const lockRule = choice(lockRuleNames);
export type LockRule = keyof typeof lockRuleNames;

/** What a member would find missing, by type, for the marker beside it. */
export const emptyWords: Readonly<Record<ItemType, string>> = {
  VIDEO: 'No video',
  ARTICLE: 'No text',
  FILE: 'No file',
  LIVE_CLASS: 'No time',
  PROJECT: 'No task',
  QUIZ: 'No questions',
  SURVEY: 'No questions',
};

/** The name that a new quiz gets: a label, the section's id, a dash, the priority (spec §3). */
export const quizNameOf = (sectionId: string, priority: number, label = 'Nama Kuis'): string =>
  `${label} ${sectionId}-${priority}`;
