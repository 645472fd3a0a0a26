/** Courses of both types, published and drafts; some drafts do not meet the rules for publishing. */
import { slugOf } from '#contract/kernel/slug.ts';
import type { Catalogue, Subject } from './catalogue/catalogue.ts';
import { cohortFields, cohorts } from './cohorts.ts';
import { demoId } from './demo-id.ts';
import { dice, type Dice } from './dice.ts';
import { before, day } from './moments.ts';
import { courseDescription, videoSite } from './prose.ts';
import type { Identified, World } from './records.ts';

export interface DemoCourse {
  row: Identified<'course'>;
  /** Subject's key in the catalogue. */
  topic: string;
  subject: Subject;
  hasLessons: boolean;
}

type Entry = Catalogue['flexy'][number];
type CourseRow = Omit<DemoCourse, 'topic' | 'subject'>;

/** Number of thumbnails per tenant: admin/public/demo/{tenant}-1.svg and so on. */
const thumbnails = 6;

/** Self-paced drafts by their position in the catalogue, with what is missing. */
const drafts: Readonly<Record<number, Partial<Identified<'course'>> & { hasLessons?: false }>> = {
  6: {},
  13: { thumbnail: null },
  19: { hasLessons: false },
  22: { category: null, description: '' },
  25: { thumbnail: null, category: null, description: '', price: 0, hasLessons: false },
};

/** Position in the catalogue of the self-paced course without certificates. */
const withoutCertificate = 17;

/** Self-paced courses first; later ones are newer. */
export function makeCourses(world: World): DemoCourse[] {
  const { flexy, fastTrack, subjects } = world.catalogue;
  const chance = dice(`${world.tenant} courses`);
  const withTopic = ([topic]: Entry, made: CourseRow): DemoCourse => ({
    ...made,
    topic,
    subject: subjects[topic] as Subject,
  });
  return [
    ...flexy.map((entry, index) => withTopic(entry, selfPaced(base(world, chance, entry, 0, index), index))),
    ...fastTrack.map((entry, index) =>
      withTopic(entry, inCohort(world, base(world, chance, entry, 1, flexy.length + index), index)),
    ),
  ];
}

function selfPaced(row: Identified<'course'>, index: number): CourseRow {
  const draft = drafts[index];
  if (index === withoutCertificate) return { row: { ...row, hasCertificate: false }, hasLessons: true };
  // Some access has ended by now, and some ends soon.
  if (!draft) return { row: { ...row, accessMonths: index % 4 === 2 ? 6 : null }, hasLessons: true };
  const { hasLessons = true, ...lacking } = draft;
  return { row: { ...row, ...lacking, isPublished: false }, hasLessons };
}

function inCohort(world: World, row: Identified<'course'>, index: number): CourseRow {
  const draft = cohorts[index]?.draft;
  return {
    row: { ...row, ...cohortFields(world, index), productKind: 2, isPublished: draft === undefined },
    hasLessons: draft !== 'no lessons',
  };
}

const nothingFixed = {
  shiftId: null,
  startDate: null,
  endDate: null,
  capacity: null,
  accessMonths: null,
  location: null,
  meetingUrl: null,
  whatsappGroupUrl: null,
};

function instructorsOf({ mentors, subjects }: Catalogue, chance: Dice, topic: Entry[0], count: number) {
  const { skills } = subjects[topic] as Subject;
  return chance
    .sample(
      mentors.filter(([, , taught]) => taught.includes(topic)),
      count,
    )
    .map(([name, title]) => ({
      name,
      title,
      photo: null,
      bio: `${name} mengajar ${skills.slice(0, 2).join(' dan ')} dan membimbing proyek peserta.`,
    }));
}

function base(
  { tenant, now, catalogue }: World,
  chance: Dice,
  [topic, name, level, price]: Entry,
  type: 0 | 1,
  n: number,
): Identified<'course'> {
  const { category, skills, outcomes } = catalogue.subjects[topic] as Subject;
  const subjectNumber = Object.keys(catalogue.subjects).indexOf(topic);
  return {
    id: demoId(tenant, 'course', n),
    type,
    name,
    slug: slugOf(name),
    category,
    price,
    level,
    thumbnail: `/demo/${tenant}-${(subjectNumber % thumbnails) + 1}.svg`,
    description: courseDescription(name, level, type, skills),
    learningOutcomes: JSON.stringify(outcomes),
    skills: JSON.stringify(skills),
    prerequisites: level === 'beginner' ? '' : `Pernah memakai ${skills[0]} atau lulus kelas tingkat sebelumnya.`,
    instructors: JSON.stringify(instructorsOf(catalogue, chance, topic, type + 1)),
    ...nothingFixed,
    introVideoUrl: chance.chance(0.6) ? `${videoSite}${tenant}/${slugOf(name)}` : null,
    isPublished: true,
    updatedAt: before(now, chance.int(0, 120 * day)).toISOString(),
  };
}
