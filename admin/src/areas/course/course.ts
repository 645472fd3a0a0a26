import type { getCourse } from '#contract/course.ts';
import type { Reply } from '#contract/kernel.ts';

export type Course = Reply<typeof getCourse>;

/** Reads the course again. */
export type Refetch = () => Promise<Course | undefined>;
