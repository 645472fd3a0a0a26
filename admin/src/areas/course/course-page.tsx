import { Navigate, useParams } from '@tanstack/react-router';
import { getCourse } from '#contract/course.ts';
import { type CourseType, courseTypeOf, missingForPublishing } from '#contract/course-rules.ts';
import { DetailPage } from '#kit/record/detail-page.tsx';
import { EditForm } from '#kit/form/edit-form.tsx';
import { Loaded } from '#kit/record/loaded.tsx';
import { useCall } from '#kit/api/use-call.ts';
import type { Refetch, Course } from './course.ts';
import { CourseActions } from './course-actions.tsx';
import { CourseFields } from './course-fields.tsx';
import { CourseSide } from './course-side.tsx';
import { StatusBadge, typeWords } from './course-words.tsx';
import { Curriculum } from './curriculum.tsx';
import { Needs } from './needs.tsx';
import { useCourseForm } from './use-course-form.ts';

/** An address with the wrong type leads to the right one. */
function CoursePage({ id, type }: { id: string; type: CourseType }) {
  const result = useCall(getCourse, { params: { id } });
  return (
    <Loaded result={result} what="course">
      {(course) =>
        courseTypeOf(course.type) === type ? (
          <Editor key={id} course={course} refetch={result.refetch} />
        ) : (
          <Navigate to={placeOf(course)} replace />
        )
      }
    </Loaded>
  );
}

const placeOf = ({ id, type }: Course): string => `${typeWords[courseTypeOf(type)].to}/${id}`;

function Editor({ course, refetch }: { course: Course; refetch: Refetch }) {
  const { title, to } = typeWords[courseTypeOf(course.type)];
  const form = useCourseForm(course, refetch);
  const missing = missingForPublishing({ ...course, ...form.fields.values });
  return (
    <DetailPage
      breadcrumb={[{ label: title, to }]}
      title={course.name}
      badge={<StatusBadge status={course.status} />}
      side={<CourseSide course={course} />}
      actions={<CourseActions course={course} form={form} refetch={refetch} isReady={missing.length === 0} />}
    >
      {!course.isPublished && missing.length > 0 && <Needs missing={missing} form={form} />}
      <EditForm form={form}>
        <CourseFields form={form} type={courseTypeOf(course.type)} />
      </EditForm>
      <Curriculum course={course} />
    </DetailPage>
  );
}

export function FlexyCoursePage() {
  const { id = '' } = useParams({ strict: false });
  return <CoursePage id={id} type="flexy" />;
}

export function FastTrackCoursePage() {
  const { courseId = '' } = useParams({ strict: false });
  return <CoursePage id={courseId} type="fast-track" />;
}
