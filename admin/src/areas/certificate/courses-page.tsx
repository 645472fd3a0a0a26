/** Courses that have certificates, with the number issued; each row links to the certificates of its course. */
import { listCertificateCourses } from '#contract/certificate/endpoints.ts';
import { courseTypeOf } from '#contract/course/rules.ts';
import { formatNumber } from '#kit/format/formats.ts';
import { NameCell } from '#kit/display/thumbnail.tsx';
import { type Column, ListPage } from '#kit/list/list-page.tsx';
import type { RowOf } from '#kit/list/source.ts';

type Course = RowOf<typeof listCertificateCourses, 'courses'>;

const number = (
  key: 'totalMembers' | 'issued' | 'pending' | 'revoked',
  label: string,
  hiddenBelow?: 840,
): Column<Course> => ({
  label,
  cell: (course) => formatNumber(course[key]),
  align: 'right',
  width: 108,
  ...(hiddenBelow && { hiddenBelow }),
});

const typeNames = { flexy: 'Flexy', 'fast-track': 'Fast-track' };

const columns: readonly Column<Course>[] = [
  {
    label: 'Course',
    cell: ({ name, thumbnail, type }) => (
      <NameCell name={name} thumbnail={thumbnail} sub={typeNames[courseTypeOf(type)]} />
    ),
  },
  number('totalMembers', 'Members'),
  number('issued', 'Issued'),
  number('pending', 'Pending', 840),
  number('revoked', 'Revoked', 840),
];

const rowKey = ({ id }: Course) => id;
const rowLink = ({ id }: Course) => `/certificate/course/${id}`;

export const CertificateCoursesPage = () => (
  <ListPage
    title="Certificates"
    call={listCertificateCourses}
    rows="courses"
    columns={columns}
    rowKey={rowKey}
    rowLink={rowLink}
    search={{ placeholder: 'Search courses' }}
    empty={{
      title: 'No course has certificates',
      text: 'A course whose members get a certificate appears here. It is a choice on the overview of each course.',
    }}
  />
);
CertificateCoursesPage.reads = listCertificateCourses;
