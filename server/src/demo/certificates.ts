/**
 * Certificates of members who completed a course: most issued, some revoked, one pending; some completers have none
 * yet.
 */
import { certificateAlphabet, certificateHours, certificateLength } from '#contract/certificate/rules.ts';
import {
  type CertificateFigures,
  type ProjectFigures,
  certificateScore,
  failedRules,
} from '#contract/certificate/rules.ts';
import { gradeOf } from '#contract/submission/grade.ts';
import { demoId } from './demo-id.ts';
import { dice } from './dice.ts';
import { before, day } from './moments.ts';
import type { DemoRows, Identified, World } from './records.ts';

type Rows = Pick<
  DemoRows,
  | 'course'
  | 'user'
  | 'courseSection'
  | 'lesson'
  | 'quiz'
  | 'courseUser'
  | 'lessonCompletion'
  | 'quizAttempt'
  | 'attendance'
  | 'finalProject'
  | 'projectSubmission'
>;

/** Maximum number; the first worker draws the PDFs. */
const max = 24;
const ofCourse = 4;
const revokedAt = new Set([3, 11]);

const key = (one: string, userId: string) => `${one} ${userId}`;

/** Returns a function: a member's state in the final project of a course. */
function projectsOf({ finalProject, projectSubmission }: Rows) {
  const tasks = new Map(finalProject.map(({ courseId, passingScore = 70 }) => [courseId, passingScore]));
  const handedIn = Map.groupBy(projectSubmission, ({ courseId, userId }) => key(courseId ?? '', userId));
  return (courseId: string, userId: string): ProjectFigures | null => {
    const passingScore = tasks.get(courseId);
    if (passingScore === undefined) return null;
    const attempts = handedIn.get(key(courseId, userId)) ?? [];
    const latest = attempts
      .filter(({ status }) => status === 'checked')
      .toSorted((one, other) => (other.attempt ?? 1) - (one.attempt ?? 1))[0];
    return { passingScore, isHandedIn: attempts.length > 0, score: latest?.reviewScore ?? null };
  };
}

/** Returns a function: a member's figures in a course, as the server computes them. */
function counter(made: Rows) {
  const projectOf = projectsOf(made);
  const sections = Map.groupBy(made.courseSection, ({ courseId }) => courseId);
  const lessons = Map.groupBy(made.lesson, ({ sectionId }) => sectionId);
  const quizzes = Map.groupBy(made.quiz, ({ sectionId }) => sectionId);
  const completed = new Set(made.lessonCompletion.map(({ lessonId, userId }) => key(lessonId, userId)));
  const attempts = Map.groupBy(made.quizAttempt, ({ quizId, userId }) => key(quizId, userId));
  const marks = new Map(made.attendance.map(({ lessonId, userId, status }) => [key(lessonId, userId), status]));
  const held = new Set(made.attendance.map(({ lessonId }) => lessonId));
  const inCourse = <Item>(courseId: string, items: Map<string | null | undefined, Item[]>) =>
    (sections.get(courseId) ?? []).flatMap(({ id }) => items.get(id) ?? []);
  return (courseId: string, { id: userId, name }: { id: string; name: string }) => {
    const all = inCourse(courseId, lessons);
    const classes = all.filter(({ type }) => type === 'LIVE_CLASS');
    const alone = all.filter(({ type }) => type !== 'LIVE_CLASS');
    const tests = inCourse(courseId, quizzes).filter(({ type }) => type === 'QUIZ');
    const best = tests.map((quiz) =>
      Math.max(0, ...(attempts.get(key(quiz.id, userId)) ?? []).map(({ score }) => score)),
    );
    const figures: CertificateFigures = {
      name,
      lessons: alone.length,
      completed: alone.filter(({ id }) => completed.has(key(id, userId))).length,
      quizzes: tests.length,
      passed: best.filter((score, index) => score >= (tests[index]?.passingScore ?? 70)).length,
      points: best.reduce((sum, score) => sum + score, 0),
      classes: classes.length,
      held: classes.filter(({ id }) => held.has(id)).length,
      attended: classes.filter(({ id }) => ['PRESENT', 'LATE'].includes(marks.get(key(id, userId)) ?? '')).length,
      project: projectOf(courseId, userId),
    };
    return { figures, minutes: all.reduce((sum, { duration = 0 }) => sum + duration, 0) };
  };
}

/** Members of a course who meet its certificate rules. */
function completersOf(course: DemoRows['course'][number], made: Rows, count: ReturnType<typeof counter>) {
  const users = new Map(made.user.map((user) => [user.id, user]));
  const terms = { hasCertificate: course.hasCertificate ?? true, passingScore: course.passingScore ?? 70 };
  return made.courseUser
    .filter(({ courseId }) => courseId === course.id)
    .flatMap(({ userId }) => {
      const user = users.get(userId);
      if (user?.role !== 'member') return [];
      const counted = count(course.id, user);
      return failedRules(terms, counted.figures).length === 0 ? [{ user, ...counted }] : [];
    });
}

/** The course with the fewest certificates keeps one, whose PDF is still pending. */
function withPending(certificate: readonly Identified<'certificate'>[], now: Date) {
  const byCourse = [...Map.groupBy(certificate, ({ courseId }) => courseId).values()];
  const [[pending, ...others] = []] = byCourse.toSorted((one, other) => one.length - other.length);
  if (pending) Object.assign(pending, { status: 'pending', revokedAt: null, issuedAt: now.toISOString() });
  return { pending, issued: certificate.filter((one) => !others.includes(one)) };
}

export function makeCertificates({ tenant, now }: World, made: Rows): Pick<DemoRows, 'certificate' | 'outbox'> {
  const chance = dice(`${tenant} certificates`);
  const count = counter(made);
  const certificate: Identified<'certificate'>[] = [];
  for (const course of made.course) {
    const completers = completersOf(course, made, count);
    // One completer of each course has no certificate yet.
    for (const { user, figures, minutes } of completers.slice(0, Math.min(ofCourse, completers.length - 1))) {
      const n = certificate.length;
      if (n >= max) break;
      const score = certificateScore(figures);
      const issuedAt = before(now, chance.int(2, 40) * day);
      const isRevoked = revokedAt.has(n);
      certificate.push({
        id: demoId(tenant, 'certificate', n),
        code: Array.from({ length: certificateLength }, () => chance.pick([...certificateAlphabet])).join(''),
        courseId: course.id,
        courseName: course.name,
        userId: user.id,
        name: user.name,
        score,
        grade: score === null ? null : gradeOf(score),
        totalHours: certificateHours(minutes),
        completedAt: before(issuedAt, day).toISOString(),
        issuedAt: issuedAt.toISOString(),
        status: isRevoked ? 'revoked' : 'issued',
        revokedAt: isRevoked ? before(now, day).toISOString() : null,
      });
    }
  }
  const { pending, issued } = withPending(certificate, now);
  const courses = new Set(issued.filter((one) => one !== pending).map(({ courseId }) => courseId));
  return {
    certificate: issued,
    outbox: [...courses].map((courseId) => ({ job: 'make-certificates', ids: JSON.stringify({ courseId }) })),
  };
}
