/** Page of one learning path: fields, ordered courses, members, final, and opening days. */
import { Alert } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { assignments } from '#contract/assignment/table.ts';
import { batches } from '#contract/batch/starts.ts';
import { courseTypeOf } from '#contract/course/rules.ts';
import { learningPaths } from '#contract/learning-path/endpoints.ts';
import { partWords } from '#admin-shared/course/part-words.ts';
import { formatNumber } from '#kit/format/formats.ts';
import { priceFact, ordersFact } from '#admin-shared/order/new-order-link.tsx';
import { Price } from '#admin-shared/pricing/price.tsx';
import { AccessAction, accessColumn, monthsInWords } from '#admin-shared/assignment/access-end.tsx';
import { assigned } from '#admin-shared/assignment/assigned.tsx';
import { MessagePeople } from '#admin-shared/broadcast/message-people.tsx';
import { OrderedItems } from '#admin-shared/assignment/ordered-items.tsx';
import { RecordPage } from '#kit/record/record-page.tsx';
import type { OrderedLink } from '#admin-shared/assignment/use-ordered.ts';
import { useRecordForm } from '#kit/record/use-record-form.ts';
import type { Switching } from '#kit/record/use-status-action.ts';
import { Final } from './final.tsx';
import { OpeningDays } from './opening-days.tsx';
import { PathBadge } from './path-badge.tsx';
import {
  type OpenPath,
  type Path,
  courseLossInWords,
  deletionInWords,
  dripInWords,
  userLossInWords,
} from './path-words.ts';

const groups = [
  { title: 'Learning path', rows: ['name', 'category', 'thumbnail', 'description'] },
  { title: 'Selling', rows: ['price'] },
  { title: 'How it opens', rows: ['accessMonths', 'isDripContent', 'dripInterval'] },
] as const;

const { pathCourses, pathUsers } = assignments;

const courses = assigned(pathCourses, ({ pathID, version, totalCourses, assignedCourses, totalUsers }: Path) => ({
  count: totalCourses,
  loss: courseLossInWords(totalUsers),
  batch: batches.pathCourses,
  ordered: (
    <OrderedItems
      link={pathCourses as OrderedLink}
      ownerId={pathID}
      version={version}
      loss={courseLossInWords(totalUsers)}
      items={assignedCourses.map(({ id, name, type, isPublished }) => ({
        id,
        name,
        note: isPublished ? undefined : 'Draft: members do not see it',
        to: `/course/${courseTypeOf(type)}/${id}`,
      }))}
    />
  ),
}));

const users = assigned(pathUsers, (path: Path) => ({
  count: path.totalUsers,
  assignedColumns: [accessColumn('learning path', ({ id }) => ({ ownerId: path.pathID, userId: id }))],
  selectedActions: (chosen) => (
    <>
      <AccessAction to="learning path" ownerId={path.pathID} {...chosen} />
      <MessagePeople {...chosen} within={{ pathId: path.pathID }} segment={`users of ${path.name}`} />
    </>
  ),
  loss: userLossInWords(path),
}));

const tabs = [
  { label: 'Courses', path: 'courses', panel: courses, countOf: ({ totalCourses }: Path) => totalCourses },
  { label: 'Users', path: 'users', panel: users, countOf: ({ totalUsers }: Path) => totalUsers },
  { label: 'Final quiz or project', path: 'final', panel: Final },
  { label: 'As a member', path: 'days', panel: OpeningDays },
];

/** Notice above a draft without courses: publishing needs one. */
function Needs({ record, base }: OpenPath) {
  if (record.isPublished || record.totalCourses > 0) return null;
  return (
    <Alert variant="default" mb="lg" role="status">
      Not published yet. To be published this learning path needs a course.{' '}
      <Link to={`${base}/courses`}>Choose its courses</Link>
    </Alert>
  );
}

const trail = { parts: partWords };

/** Publishing needs a course. */
function useSwitching({ record: { isPublished, totalCourses }, base }: OpenPath): Switching {
  const navigate = useNavigate();
  if (isPublished) return { effect: { text: 'Unpublish: it cannot be bought; its members keep access' } };
  if (totalCourses > 0) return { effect: { text: 'Publish: it can be bought' } };
  return { effect: { text: 'Publish: needs a course first', mend: () => void navigate({ to: `${base}/courses` }) } };
}

export const PathPage = () => (
  <RecordPage
    record={useRecordForm(learningPaths)}
    list="/learning-path"
    badge={PathBadge}
    deletion={deletionInWords}
    useSwitching={useSwitching}
    notice={Needs}
    fields={groups}
    tabs={tabs}
    trail={trail}
    facts={(path) => [
      ['Price', <Price key="price" {...path} />],
      ...priceFact({ items: [{ productType: 'learning paths', productId: path.pathID }] }),
      ...ordersFact(path.pathID),
      ['Courses', formatNumber(path.totalCourses)],
      ['Users', formatNumber(path.totalUsers)],
      ['Access', monthsInWords(path.accessMonths)],
      ['Opens', dripInWords(path)],
      ['Address', path.slug],
    ]}
  />
);
PathPage.reads = learningPaths.get;
