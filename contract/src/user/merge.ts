/** Merging two accounts of one person, and the queue of accounts that may be one person (ours; docs/decisions/0095). */
import { z } from 'zod';
import { field } from '../kernel/draft.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { byIdOf, idOf, listQuery, listReply, text } from '../kernel/fields.ts';
import { fixedSize } from '../kernel/page-size.ts';
import { userRow } from './endpoints.ts';

/** Days within which a merge can be undone. */
export const undoDays = 7;

/** Failures of the calls of users are reported as 500 (spec §8). */
const area = { area: 'user', failsAs: 500 } as const;
/** Accounts of staff are merged by superadmins alone (403). */
const roles = ['admin'] as const;
const byId = byIdOf('user');
const sides = z.enum(['kept', 'merged'], 'One of the two accounts');

const counted = z.object({ label: z.string(), count: z.int() });

/**
 * Gets what a merge of `userId` into the account would do. `conflicts`: courses and learning paths of which both accounts
 * have records that exclude each other; one account's stay in force. `stays`: what does not move, and why.
 * 409 if one of the two was merged or erased.
 */
export const previewMerge = endpoint({
  ...area,
  method: 'GET',
  url: '/admin/user/:id/merge/preview/',
  roles,
  params: byId,
  query: z.object({ userId: field(idOf('user'), { label: 'Other account' }) }),
  reply: z.object({
    kept: userRow,
    merged: userRow,
    moves: z.array(counted),
    conflicts: z.array(
      z.object({ key: z.string(), name: z.string(), kept: z.array(counted), merged: z.array(counted) }),
    ),
    stays: z.array(counted.extend({ reason: z.string() })),
  }),
});

/**
 * Merges the account `userId` into the account: its records move, it is deactivated, its sessions end, and links to it
 * lead on. `choices`: whose records of a conflict stay in force; 409 at `choices` unless each conflict has one.
 */
export const mergeUsers = endpoint({
  ...area,
  method: 'POST',
  url: '/admin/user/:id/merge/',
  roles,
  params: byId,
  stepUp: true,
  body: z.object({
    userId: field(idOf('user'), { label: 'Other account' }),
    choices: z
      .array(z.object({ key: text(60), keep: sides }))
      .max(500, 'At most 500')
      .default([]),
  }),
  reply: z.object({ mergeId: idOf('user-merge'), moved: z.int() }),
  messages: { ok: 'Accounts merged', fail: 'The accounts were not merged', preferServer: true },
});

/** Lists the accounts that were merged into the account, latest first. */
export const listMerges = endpoint({
  ...area,
  method: 'GET',
  url: '/admin/user/:id/merge/',
  roles,
  params: byId,
  reply: z.object({
    merges: z.array(
      z.object({
        mergeId: idOf('user-merge'),
        user: z.object({ id: idOf('user'), name: z.string(), email: z.string() }),
        by: z.string().nullable(),
        at: z.string(),
        undoneAt: z.string().nullable(),
        /** Null: undone, or not undone in time. */
        undoUntil: z.string().nullable(),
      }),
    ),
  }),
});

/**
 * Moves back exactly what a merge moved, within {@link undoDays} days. 409 if it was undone, is too old, or one of the
 * records was changed since.
 */
export const undoMerge = endpoint({
  ...area,
  method: 'POST',
  url: '/admin/user/:id/merge/undo/',
  roles,
  params: byId,
  stepUp: true,
  body: z.object({ mergeId: idOf('user-merge') }),
  reply: z.object({ userId: idOf('user') }),
  messages: { ok: 'Merge undone', fail: 'The merge was not undone', preferServer: true },
});

const account = userRow.pick({ id: true, name: true, email: true, phoneNumber: true, totalCourses: true, role: true });

/** Lists pairs of active accounts with one phone number, or with one name and a course in common; latest first. */
export const listDuplicates = endpoint({
  ...area,
  method: 'GET',
  url: '/admin/user-duplicates/',
  roles,
  query: listQuery({}, fixedSize(20)).omit({ search: true }),
  reply: listReply(
    'duplicates',
    z.object({
      id: idOf('user-duplicate'),
      reason: z.enum(['phone', 'name']),
      foundAt: z.string(),
      first: account,
      second: account,
    }),
  ),
});

/** Records that a pair is not one person; it is not offered again. */
export const dismissDuplicate = endpoint({
  ...area,
  method: 'PUT',
  url: '/admin/user-duplicates/:id/dismissal/',
  roles,
  params: byIdOf('user-duplicate'),
  reply: z.object({ id: idOf('user-duplicate') }),
  messages: { ok: 'Not offered again', fail: 'Not dismissed' },
});

/** Offers a dismissed pair again. */
export const restoreDuplicate = endpoint({
  ...area,
  method: 'DELETE',
  url: '/admin/user-duplicates/:id/dismissal/',
  roles,
  params: byIdOf('user-duplicate'),
  reply: z.object({ id: idOf('user-duplicate') }),
  messages: { ok: 'Offered again', fail: 'Not offered again' },
});
