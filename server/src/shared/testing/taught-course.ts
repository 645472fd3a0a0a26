/** Test course of the tenant coding with members' progress, which the members' site would report. */
import type { AttendanceStatus } from '#contract/course/attendance/endpoints.ts';
import { addUser, type Sql } from '#platform/testing/user.ts';

let made = 0;

/** Inserts a course with one section; returns its id and functions that add items, members and progress. */
export async function taughtCourse(sql: Sql) {
  made += 1;
  const insert = async (text: string, values: unknown[]) =>
    String((await sql(`${text} returning id`, values))[0]?.['id']);
  const course = await insert(`insert into course (tenant, name, slug, type) values ('coding', 'Kelas', $1, 0)`, [
    `kelas-ajar-${made}`,
  ]);
  const section = await insert(
    `insert into course_section (tenant, course_id, name, position) values ('coding', $1, 'Awal', 1024)`,
    [course],
  );
  return {
    course,
    lesson: (name: string, type: 'ARTICLE' | 'LIVE_CLASS' = 'ARTICLE', duration = 0) =>
      insert(`insert into lesson (tenant, section_id, name, type, duration) values ('coding', $1, $2, $3, $4)`, [
        section,
        name,
        type,
        duration,
      ]),
    quiz: (name: string, type: 'QUIZ' | 'SURVEY' = 'QUIZ') =>
      insert(`insert into quiz (tenant, section_id, name, type) values ('coding', $1, $2, $3)`, [section, name, type]),
    /** Adds a member, assigned to the course by default. */
    async member(name: string, isAssigned = true): Promise<string> {
      const id = await addUser(sql, 'coding', { name });
      if (isAssigned)
        await sql(`insert into course_user (tenant, course_id, user_id) values ('coding', $1, $2)`, [course, id]);
      return id;
    },
    complete: (userId: string, ...lessons: string[]) =>
      sql(
        `insert into lesson_completion (tenant, lesson_id, user_id) select 'coding', id, $1 from unnest($2::uuid[]) id`,
        [userId, lessons],
      ),
    /** Saves attendance in a live class. */
    mark: (userId: string, lessonId: string, status: AttendanceStatus) =>
      sql(`insert into attendance (tenant, lesson_id, user_id, status) values ('coding', $1, $2, $3)`, [
        lessonId,
        userId,
        status,
      ]),
    project: (passingScore: number) =>
      sql(`insert into final_project (tenant, course_id, passing_score) values ('coding', $1, $2)`, [
        course,
        passingScore,
      ]),
    /** Adds the next attempt of a final project; reviewed if `score` is not null. */
    async handIn(userId: string, score: number | null): Promise<void> {
      await sql(
        `insert into project_submission (tenant, user_id, course_id, attempt, status, review_score)
          select 'coding', $1, $2, 1 + count(*), case when $3::int is null then 'not-reviewed' else 'checked' end, $3
          from project_submission where user_id = $1 and course_id = $2`,
        [userId, course, score],
      );
    },
    /** Adds the next attempt of a quiz. */
    async attempt(userId: string, quizId: string, score: number, answers: object = {}): Promise<void> {
      await sql(
        `insert into quiz_attempt (tenant, quiz_id, user_id, attempt, score, answers)
          select 'coding', $1, $2, 1 + count(*), $3, $4 from quiz_attempt where quiz_id = $1 and user_id = $2`,
        [quizId, userId, score, JSON.stringify(answers)],
      );
    },
  };
}
