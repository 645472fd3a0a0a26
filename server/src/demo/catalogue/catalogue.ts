/** What a brand sells, as written by hand; courses.ts, curriculum.ts and paths.ts make records of it. */
import type { levelNames } from '#contract/course-draft.ts';
import type { categories } from '#contract/fields.ts';

export interface Subject {
  category: (typeof categories)[number];
  skills: string[];
  /** What one can do after the course. */
  outcomes: string[];
  /** Section → its lessons, in order. */
  sections: Record<string, string[]>;
}

/** Price in rupiah. */
type Course<Key> = readonly [subject: Key, name: string, level: keyof typeof levelNames, price: number];

export interface Catalogue<Key extends string = string> {
  /** Who teaches what; they have instructor users. Each subject has somebody. */
  mentors: readonly (readonly [name: string, title: string, subjects: readonly Key[]])[];
  subjects: Readonly<Record<Key, Subject>>;
  /** Self-paced courses, oldest first. */
  flexy: readonly Course<Key>[];
  /** Cohorts, in the order of the plan in cohorts.ts. */
  fastTrack: readonly Course<Key>[];
  /** Learning paths: name, the subjects in order, price. */
  paths: readonly (readonly [name: string, subjects: readonly Key[], price: number])[];
}

/** Checks that courses and paths name subjects that exist. */
export const catalogue = <Key extends string>(whole: Catalogue<Key>): Catalogue => whole;
