/** Staff of the brand, for superadmins: invite, change roles, deactivate, end sessions. */
import { useMemo } from 'react';
import { createUser } from '#contract/user/account.ts';
import { listStaff, newStaff, staffRoles } from '#contract/user/staff.ts';
import { Badge } from '#kit/display/badge.tsx';
import { NameCell } from '#kit/display/thumbnail.tsx';
import { choicesOf } from '#kit/format/choices.ts';
import { formatNumber } from '#kit/format/formats.ts';
import { momentColumn } from '#kit/list/field-column.tsx';
import { type Column, ListPage } from '#kit/list/list-page.tsx';
import { StaffActions, type Staff } from './staff-actions.tsx';

const columns: readonly Column<Staff>[] = [
  {
    label: 'Name',
    sort: 'name',
    cell: ({ name, image, email }) => <NameCell name={name} thumbnail={image ?? undefined} sub={email} />,
    copies: ['e-mail', ({ email }) => email],
  },
  { label: 'Role', cell: ({ role }) => staffRoles[role], width: 160, card: 'fact' },
  {
    label: 'Account',
    cell: ({ status }) => (
      <Badge colour={status === 1 ? 'green' : 'grey'}>{status === 1 ? 'Active' : 'Deactivated'}</Badge>
    ),
    width: 130,
    card: 'badge',
  },
  momentColumn('lastLoginAt', 'Last sign-in', { empty: 'Never' }),
  momentColumn('lastUsedAt', 'Last activity', { empty: 'No session', hiddenBelow: 840 }),
  { label: 'Sessions', cell: ({ sessions }) => formatNumber(sessions), align: 'right', width: 100, hiddenBelow: 720 },
  { label: 'Actions', isLabelHidden: true, cell: (staff) => <StaffActions staff={staff} />, width: 72, align: 'right' },
];

const filters = [
  { name: 'role', label: 'Role', options: choicesOf(staffRoles) },
  { name: 'status', label: 'Account', options: choicesOf({ active: 'Active', deactivated: 'Deactivated' }) },
];

export function StaffPage() {
  const create = useMemo(
    () =>
      ({
        what: 'staff',
        draft: newStaff,
        call: createUser,
        rows: ['name', 'email', 'role'],
        // A role with few rights is what is given by oversight.
        blank: { role: 'customer-service' },
        to: ({ userId }: { userId: string }) => `/user/${userId}`,
      }) as const,
    [],
  );
  return (
    <ListPage
      title="Staff"
      call={listStaff}
      rows="staff"
      columns={columns}
      filters={filters}
      rowKey={({ id }) => id}
      rowLink={({ id }) => `/user/${id}`}
      search={{ placeholder: 'Search name, e-mail or phone' }}
      create={create}
      empty={{ title: 'No staff yet', text: 'Whoever you invite gets a mail with a link to set a password.' }}
    />
  );
}
StaffPage.reads = listStaff;
