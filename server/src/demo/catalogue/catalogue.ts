/** Type of a brand's handwritten catalogue; courses.ts, curriculum.ts and paths.ts turn it into records. */
import type { levelNames } from '#contract/course/draft.ts';
import type { categories } from '#contract/kernel/fields.ts';

export interface Subject {
  category: (typeof categories)[number];
  skills: string[];
  /** Skills after the course. */
  outcomes: string[];
  /** Section → its lessons, in order. */
  sections: Record<string, string[]>;
}

/** Price in rupiah. */
type Course<Key> = readonly [subject: Key, name: string, level: keyof typeof levelNames, price: number];

export interface Catalogue<Key extends string = string> {
  /** Instructors and their subjects, in the same order as the instructor users. Each subject has at least one. */
  mentors: readonly (readonly [name: string, title: string, subjects: readonly Key[]])[];
  subjects: Readonly<Record<Key, Subject>>;
  /** Self-paced courses, oldest first. */
  flexy: readonly Course<Key>[];
  /** Cohorts, in the order of the plan in cohorts.ts. */
  fastTrack: readonly Course<Key>[];
  /** Learning paths: name, the subjects in order, price. */
  paths: readonly (readonly [name: string, subjects: readonly Key[], price: number])[];
}

/** Checks by type that courses and paths name existing subjects. */
export const catalogue = <Key extends string>(whole: Catalogue<Key>): Catalogue => whole;
