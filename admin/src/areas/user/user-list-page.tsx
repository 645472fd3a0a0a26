/** List of users. */
import { listUsers, getUserProfile } from '#contract/user/endpoints.ts';
import { displayPhone } from '#kit/format/formats.ts';
import { countColumn, momentColumn } from '#kit/list/field-column.tsx';
import { type Choice, type Column, ListPage } from '#kit/list/list-page.tsx';
import { NameCell } from '#kit/display/thumbnail.tsx';
import { roleNames } from '#contract/user/account.ts';
import { Badge } from '#kit/display/badge.tsx';
import { newMember } from '#admin-shared/user/new-member.tsx';
import { mayCreateMember } from '#admin-shared/user/typed-person.ts';
import type { User } from './user.ts';
import { peekOf } from '#kit/list/peek.ts';
import { lazy, useMemo } from 'react';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { startImport } from '#contract/user/import/endpoints.ts';
import { role } from '#kit/api/session.ts';
import { maxIds } from '#contract/kernel/fields.ts';
import { CopySelected } from '#kit/list/copy-selected.tsx';
import type { AllMatching, Selecting, SelectionActions } from '#kit/list/use-list-selection.tsx';
import { MessagePeople } from '#admin-shared/broadcast/message-people.tsx';
import { peopleFilters } from '#admin-shared/user/people-filters.ts';
import { TagBadges } from '#admin-shared/user/tag-badges.tsx';
import { ExportPeople } from './export-people.tsx';
import { ConsentPeople } from './consent-people.tsx';
import { TagPeople } from './tag-people.tsx';
import { DuplicatesLink } from './merge/duplicates-page.tsx';
import { AssignCourse } from './user-actions.tsx';

const people = ['person', 'people'] as const;

const AssignCourseToAll = lazy(async () => ({
  default: (await import('./assign-course-to-all.tsx')).AssignCourseToAll,
}));

/** Labels of the applied filters, for the name of a message: "Course, At risk". */
const segmentOf = ({ query }: AllMatching) =>
  peopleFilters()
    .flatMap((filter) => {
      const value = query[filter.name] ?? '';
      if (value === '') return [];
      const option = 'options' in filter && filter.options.find((one) => one.value === String(value));
      return (option || filter).label;
    })
    .join(', ');

/** Message to the members among the selected; staff get none. */
function Message({ selection, all }: SelectionActions<User>) {
  const selected = new Map([...selection.selected].filter(([, { role: theirs }]) => theirs === 'member'));
  if (selected.size === 0) return null;
  return <MessagePeople selection={{ ...selection, selected }} all={all} segment={all && segmentOf(all)} />;
}

function UserActions(chosen: SelectionActions<User>) {
  const { selection, all } = chosen;
  if (all)
    return (
      <>
        <TagPeople {...chosen} />
        <ConsentPeople {...chosen} />
        <Message {...chosen} />
        <AssignCourseToAll {...chosen} />
      </>
    );
  return (
    <>
      <CopySelected selection={selection} one="e-mail" many="e-mails" rows={people} textOf={({ email }) => email} />
      <CopySelected
        selection={selection}
        one="phone number"
        many="phone numbers"
        rows={people}
        textOf={({ phoneNumber }) => phoneNumber}
      />
      <TagPeople {...chosen} />
      <ConsentPeople {...chosen} />
      <Message {...chosen} />
      <AssignCourse chosen={[...selection.selected.values()]} />
    </>
  );
}

const userSelection: Selecting<User> = {
  max: maxIds,
  takesAll: true,
  name: ({ name }) => name,
  actions: UserActions,
};

const userPeek = peekOf(getUserProfile, {
  what: 'user',
  to: '/user',
  title: ({ name }: { name: string }) => name,
  content: async () => (await import('./user-beside.tsx')).UserBeside,
});

const columns: readonly Column<User>[] = [
  {
    label: 'Name',
    sort: 'name',
    cell: (user) => <NameCell name={user.name} thumbnail={user.image ?? undefined} sub={user.email} />,
    copies: ['e-mail', ({ email }) => email],
  },
  { label: 'Institution', cell: (user) => user.uoc || '–', width: 'clamp(150px, 16cqw, 240px)', hiddenBelow: 1080 },
  {
    label: 'Phone',
    cell: (user) => displayPhone(user.phoneNumber) || '–',
    copies: ['phone', ({ phoneNumber }) => phoneNumber],
    width: 164,
  },
  {
    label: 'Tags',
    cell: ({ tags }) => <TagBadges tags={tags} />,
    width: 'clamp(116px, 10cqw, 180px)',
    hiddenBelow: 960,
  },
  {
    label: 'Role',
    cell: (user) => (user.status === 1 ? roleNames[user.role] : <Badge colour="red">Deactivated</Badge>),
    width: 124,
    card: 'badge',
  },
  { ...countColumn('totalCourses', 'Courses'), sort: 'empty' },
  { ...momentColumn('joinedAt', 'Joined', { width: 112, hiddenBelow: 840 }), sort: 'joined' },
  momentColumn('lastLoginAt', 'Last sign-in', { empty: 'Never', width: 112, hiddenBelow: 1080 }),
];

/** The four sort orders of the spec (§9). */
const sorts: readonly Choice[] = [
  { value: 'name', label: 'A - Z' },
  { value: '-name', label: 'Z - A' },
  { value: 'joined', label: 'Earliest Join' },
  { value: 'empty', label: 'Empty Class' },
];

const ImportLink = () =>
  mayCall(startImport, role() ?? '') && (
    <Button variant="default" renderRoot={(props) => <Link {...props} to="/user/import" />}>
      Import
    </Button>
  );

export function UserListPage() {
  const filters = useMemo(() => peopleFilters(), []);
  return (
    <ListPage
      title="Users"
      call={listUsers}
      rows="users"
      columns={columns}
      sorts={sorts}
      filters={filters}
      search={{ placeholder: 'Search name, e-mail or phone' }}
      rowKey={({ id }) => id}
      rowLink={({ id }) => `/user/${id}`}
      peek={userPeek}
      selection={userSelection}
      actions={
        <>
          <DuplicatesLink />
          <ExportPeople />
          <ImportLink />
        </>
      }
      {...(mayCreateMember() && { create: newMember() })}
      empty={{ title: 'No users yet', text: 'Everybody who signs up on your site, and whom you create, appears here.' }}
    />
  );
}
UserListPage.reads = listUsers;
