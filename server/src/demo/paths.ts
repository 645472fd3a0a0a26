/** Learning paths: published ones with courses in order, three with drip release; and drafts, one without a course. */
import { slugOf } from '#contract/kernel/slug.ts';
import type { DemoCourse } from './courses.ts';
import { demoId } from './demo-id.ts';
import { dice } from './dice.ts';
import { before, day } from './moments.ts';
import { pathDescription } from './prose.ts';
import type { DemoRows, Identified, World } from './records.ts';

/** Positions in the catalogue. */
const draftWithCourses = 6;
const draftWithout = 7;
const drips = new Map<number, 1 | 7 | 30>([
  [1, 7],
  [4, 1],
  [5, 30],
]);

export function makePaths(
  { tenant, now, catalogue }: World,
  courses: readonly DemoCourse[],
): Pick<DemoRows, 'learningPath' | 'learningPathCourse'> {
  const chance = dice(`${tenant} paths`);
  const made = catalogue.paths.map(([name, topics, price], n) => {
    const chosen = n === draftWithout ? [] : topics.flatMap((topic) => coursesOn(courses, topic));
    const row: Identified<'learningPath'> = {
      id: demoId(tenant, 'path', n),
      name,
      slug: slugOf(name),
      price,
      thumbnail: chosen[0]?.row.thumbnail ?? null,
      description: pathDescription(
        name,
        chosen.map((course) => course.row.name),
      ),
      category: chosen[0]?.row.category ?? null,
      isPublished: n < draftWithCourses,
      isDripContent: drips.has(n),
      dripInterval: drips.get(n) ?? null,
      accessMonths: n % 4 === 1 ? 6 : null,
      updatedAt: before(now, chance.int(0, 200 * day)).toISOString(),
    };
    return {
      row,
      links: chosen.map((course, index) => ({ pathId: row.id, courseId: course.row.id, position: index + 1 })),
    };
  });
  return { learningPath: made.map(({ row }) => row), learningPathCourse: made.flatMap(({ links }) => links) };
}

/** Courses on sale that can be started at any time; at most two per topic. */
const coursesOn = (courses: readonly DemoCourse[], topic: string) =>
  courses.filter((course) => course.topic === topic && course.row.type === 0 && course.row.isPublished).slice(0, 2);
