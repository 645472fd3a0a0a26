import { Facts } from '#kit/record/detail-page.tsx';
import { formatNumber } from '#kit/format/formats.ts';
import { History } from '#kit/record/history.tsx';
import { Moment } from '#kit/format/moment.tsx';
import type { Course } from './course.ts';
import { useCourseTrail } from './course-trail.ts';
import { deliveryNames, kindNames } from './course-words.tsx';
import { durationInWords } from './duration.ts';
import { Price } from './price.tsx';

export const CourseSide = ({ course }: { course: Course }) => (
  <>
    <Facts
      title="Facts"
      facts={[
        ['Price', <Price key="price" {...course} />],
        [
          'Members',
          course.capacity === null
            ? formatNumber(course.totalMembers)
            : `${formatNumber(course.totalMembers)} of ${formatNumber(course.capacity)}`,
        ],
        ['Sections', formatNumber(course.totalSections)],
        ['Duration', durationInWords(course.totalDuration)],
        ['Class', `${deliveryNames[course.deliveryMode]}, ${kindNames[course.courseKind].toLowerCase()}`],
        ['Address', course.slug],
        ['Changed', <Moment key="changed" at={course.updatedAt} />],
      ]}
    />
    <History entity="course" entityId={course.id} {...useCourseTrail(course)} />
  </>
);
