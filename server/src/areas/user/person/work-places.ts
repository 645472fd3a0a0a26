/** Part of the register: rows that name somebody of the staff by what they did for others. */
import type { Place } from './place.ts';

const work = {
  stays: 'Work stays under the name it was done under',
  isNotInDossier: true,
  erasure: { keptBecause: 'Work for others; the name is replaced' },
} as const;

export const workPlaces: readonly Place[] = [
  {
    table: 'course_instructor',
    column: 'user_id',
    label: ['course as an instructor', 'courses as an instructor'],
    ...work,
  },
  {
    table: 'learning_contact',
    column: 'by_id',
    label: ['message to a member', 'messages to members'],
    ...work,
  },
  { table: 'broadcast', column: 'by_id', label: ['broadcast that was sent', 'broadcasts that were sent'], ...work },
  {
    table: 'desk_order',
    column: 'claimed_by',
    label: ['claimed tracked order', 'claimed tracked orders'],
    ...work,
  },
  {
    table: 'user_duplicate',
    column: 'dismissed_by',
    label: ['dismissed duplicate', 'dismissed duplicates'],
    ...work,
  },
  {
    table: 'user_merge',
    column: 'by_id',
    label: ['merge that was made', 'merges that were made'],
    ...work,
  },
  {
    table: 'privacy_request',
    column: 'noted_by',
    label: ['noted request', 'noted requests'],
    ...work,
  },
  { table: 'project_submission', column: 'reviewed_by', label: ['review', 'reviews'], ...work },
  {
    table: 'access_gap',
    column: 'intended_by',
    label: ['marked difference', 'marked differences'],
    ...work,
  },
  {
    table: 'desk_event',
    column: 'user_id',
    label: ['deed at the desk', 'deeds at the desk'],
    ...work,
  },
  {
    table: 'desk_event',
    column: 'to_user_id',
    label: ['tracked order received', 'tracked orders received'],
    ...work,
  },
  {
    table: 'payment_link',
    column: 'created_by',
    label: ['payment link that was made', 'payment links that were made'],
    ...work,
  },
  {
    table: 'bank_statement',
    column: 'created_by',
    label: ['imported bank statement', 'imported bank statements'],
    ...work,
  },
  {
    table: 'bank_line',
    column: 'decided_by',
    label: ['decision on a bank transfer', 'decisions on bank transfers'],
    ...work,
  },
  { table: 'upload', column: 'user_id', label: ['uploaded file', 'uploaded files'], ...work },
  { table: 'batch', column: 'user_id', label: ['bulk change', 'bulk changes'], ...work },
  {
    table: 'batch',
    column: 'undo_user_id',
    label: ['undone bulk change', 'undone bulk changes'],
    ...work,
  },
  { table: 'proposal', column: 'user_id', label: ['proposal of an agent', 'proposals of agents'], ...work },
  { table: 'api_key', column: 'created_by', label: ['API key', 'API keys'], ...work },
  { table: 'webhook', column: 'set_by', label: ['webhook', 'webhooks'], ...work },
  { table: 'payment', column: 'by_id', label: ['recorded payment', 'recorded payments'], ...work },
  { table: 'refund', column: 'asked_by', label: ['requested refund', 'requested refunds'], ...work },
  { table: 'refund', column: 'decided_by', label: ['decided refund', 'decided refunds'], ...work },
  {
    table: 'payment_difference',
    column: 'mended_by',
    label: ['mended difference of payments', 'mended differences of payments'],
    ...work,
  },
  {
    table: 'payment_difference',
    column: 'explained_by',
    label: ['explained difference of payments', 'explained differences of payments'],
    ...work,
  },
  { table: 'payout', column: 'created_by', label: ['imported payout', 'imported payouts'], ...work },
  { table: 'data_export', column: 'user_id', label: ['export', 'exports'], ...work },
];
