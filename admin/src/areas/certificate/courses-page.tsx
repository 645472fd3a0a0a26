/**
 * Courses that have certificates, those with the most ready members first; each row links to the certificates of its
 * course.
 */
import { lazy } from 'react';
import { issueToCourses, listCertificateCourses, maxIssuedCourses } from '#contract/certificate/endpoints.ts';
import { courseTypeOf } from '#contract/course/rules.ts';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { role } from '#kit/api/session.ts';
import { choicesOf } from '#kit/format/choices.ts';
import { Day } from '#kit/display/moment.tsx';
import { formatNumber } from '#kit/format/formats.ts';
import { NameCell } from '#kit/display/thumbnail.tsx';
import { type Column, ListPage } from '#kit/list/list-page.tsx';
import type { RowOf } from '#kit/list/source.ts';

export type Course = RowOf<typeof listCertificateCourses, 'courses'>;

const number = (
  key: 'ready' | 'totalMembers' | 'issued' | 'pending' | 'revoked',
  label: string,
  hiddenBelow?: 840 | 1080,
): Column<Course> => ({
  label,
  sort: key,
  cell: (course) => formatNumber(course[key]),
  align: 'right',
  width: 108,
  ...(hiddenBelow && { hiddenBelow }),
});

const typeNames = { flexy: 'Flexy', 'fast-track': 'Fast-track' };

const columns: readonly Column<Course>[] = [
  {
    label: 'Course',
    sort: 'name',
    cell: ({ name, thumbnail, type }) => (
      <NameCell name={name} thumbnail={thumbnail} sub={typeNames[courseTypeOf(type)]} />
    ),
  },
  {
    label: 'Ends',
    cell: ({ endDate }) => endDate && <Day at={endDate} />,
    align: 'right',
    width: 124,
    hiddenBelow: 1080,
  },
  number('ready', 'Ready'),
  number('totalMembers', 'Members', 840),
  number('issued', 'Issued'),
  number('pending', 'Pending', 1080),
  number('revoked', 'Revoked', 1080),
];

const filters = [
  { name: 'isReady', label: 'Ready', options: choicesOf({ true: 'With ready members', false: 'Nobody ready' }) },
  { name: 'type', label: 'Type', options: choicesOf(typeNames) },
];

const courseSelection = {
  max: maxIssuedCourses,
  name: ({ name }: Course) => name,
  actions: lazy(async () => ({ default: (await import('./issue-selected.tsx')).IssueSelected })),
};

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
    filters={filters}
    selection={mayCall(issueToCourses, role() ?? '') ? courseSelection : undefined}
    search={{ placeholder: 'Search courses' }}
    empty={{
      title: 'No course has certificates',
      text: 'A course whose members get a certificate appears here. It is a choice on the overview of each course.',
    }}
  />
);
CertificateCoursesPage.reads = listCertificateCourses;
