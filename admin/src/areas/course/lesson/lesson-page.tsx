/** Page of one lesson: content by type; attendance and photos of a live class. */
import { Link } from '@tanstack/react-router';
import { labelsOf } from '#contract/kernel/draft.ts';
import { lessonTypeNames } from '#contract/course/lesson/rules.ts';
import { deleteLesson, getLesson, lessonDraft, updateLesson } from '#contract/course/lesson/endpoints.ts';
import { minutesOfVideo } from '#contract/video/endpoints.ts';
import { counted, formatNumber, formatShortMinute, listed } from '#kit/format/formats.ts';
import { Badge } from '#kit/display/badge.tsx';
import { RecordPage } from '#kit/record/record-page.tsx';
import { useRecordForm } from '#kit/record/use-record-form.ts';
import { attendanceWords } from '#admin-shared/course/part-words.ts';
import { useVideo } from '#admin-shared/video/video-state.tsx';
import { durationInWords } from '../progress-words.ts';
import { Attendance } from './attendance.tsx';
import { Documentation } from './documentation.tsx';
import { lessonSpecial, type Lesson } from './lesson-fields.tsx';
import { curriculumOf, lessonGroups } from '../rows.ts';

const trail = { parts: attendanceWords };

const isLive = ({ type }: Lesson) => type === 'LIVE_CLASS';

const tabs = [
  { label: 'Attendance', path: 'attendance', panel: Attendance, isOf: isLive, isWide: true },
  { label: 'Documentation', path: 'documentation', panel: Documentation },
];

const TypeBadge = ({ type }: Lesson) => <Badge colour="grey">{lessonTypeNames[type]}</Badge>;

export const LessonPage = () => (
  <RecordPage
    record={useRecordForm({ get: getLesson, update: updateLesson, remove: deleteLesson, draft: lessonDraft })}
    list="/lesson"
    above={(lesson) => [curriculumOf(lesson)]}
    badge={TypeBadge}
    deletion={goesWith}
    fields={lessonGroups}
    special={lessonSpecial}
    tabs={tabs}
    facts={factsOf}
    trail={trail}
  />
);
LessonPage.reads = getLesson;

const goesWith = ({ documentations }: Lesson): string => {
  const pictures = documentations.length > 0 ? [counted(documentations.length, 'picture', 'pictures')] : [];
  return `with it go ${listed([...pictures, 'what members did in it'])}. This cannot be undone.`;
};

const labels = labelsOf(lessonDraft);

/** Duration of a lesson; for a video lesson the video's, known after processing. */
function Duration({ type, videoSource, duration }: Lesson) {
  const { video } = useVideo(type === 'VIDEO' ? videoSource : null);
  return durationInWords(typeof video?.duration === 'number' ? minutesOfVideo(video.duration) : duration);
}

const factsOf = (lesson: Lesson) => [
  [
    'Course',
    <Link key="course" to={curriculumOf(lesson).to}>
      {lesson.courseName}
    </Link>,
  ] as const,
  ['Section', lesson.sectionName] as const,
  ['Place', `${formatNumber(lesson.priority)} in its section`] as const,
  [labels.duration, <Duration key="duration" {...lesson} />] as const,
  ...(isLive(lesson)
    ? [
        [labels.startAt, lesson.meetingStartAt ? formatShortMinute(lesson.meetingStartAt) : 'Not fixed'] as const,
        ['Attendance', lesson.isAttendanceSubmitted ? 'Taken' : 'Not taken yet'] as const,
      ]
    : []),
  ['Pictures', formatNumber(lesson.documentations.length)] as const,
];
