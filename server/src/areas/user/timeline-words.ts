/** Words of the events in a user's timeline. Pure. */
import { counted } from '#contract/kernel/counted.ts';
import { intendedReasons, type IntendedReason } from '#contract/access/endpoints.ts';
import {
  attendanceNames,
  type AttendanceStatus,
  getAttendance,
  wasThere,
} from '#contract/course/attendance/endpoints.ts';
import { contactChannels } from '#contract/course/risk.ts';
import { getQuizResults } from '#contract/course/quiz/results.ts';
import { type AuditAction, eventWords } from '#contract/kernel/audit.ts';
import { dayInWords } from '#contract/kernel/days.ts';
import { type Endpoint, mayCall } from '#contract/kernel/endpoint.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { type RecordKind, recordKinds, recordNoun } from '#contract/kernel/record-kinds.ts';
import type { TimelineEntry } from '#contract/kernel/timeline.ts';
import type { OrderStatus } from '#contract/order/status.ts';
import { listUserSubmissions } from '#contract/submission/endpoints.ts';
import { gradeOf } from '#contract/submission/grade.ts';
import type { DeskEvent } from '#contract/order-tracking/desk.ts';
import { deskDeed } from '#contract/order-tracking/desk-words.ts';
import type { UserTimelineKind } from '#contract/user/timeline.ts';

/** Event as stored: its words are made of `event`, `detail`, `amount` and `count`. */
export interface TimelineRow {
  at: string;
  kind: UserTimelineKind;
  event: TimelineEvent;
  byId: string | null;
  byName: string | null;
  detail: string | null;
  /** Rupiah of an order, or a score. */
  amount: number | null;
  count: number | null;
  note: string;
  recordKind: RecordKind | null;
  recordId: string | null;
  recordName: string | null;
}

type Words = string | ((row: TimelineRow) => string);

/** Words after the name of a member of staff, and words of their own, where the person or a program acted. */
type BothWords = readonly [by: Words, alone: Words];

const orderWords: Readonly<Record<OrderStatus, readonly [by: string, alone: string]>> = {
  unpaid: ['set back to unpaid', 'Unpaid again:'],
  pending: ['set to pending', 'Payment pending:'],
  paid: ['marked as paid', 'Paid'],
  expired: ['marked as expired', 'Not paid in time:'],
  cancelled: ['cancelled', 'Cancelled'],
  failed: ['marked as failed', 'Payment failed:'],
  refunded: ['refunded', 'Refunded'],
};
const ofStatus =
  (which: 0 | 1) =>
  ({ detail }: TimelineRow) =>
    orderWords[detail as OrderStatus]?.[which] ?? `${which === 0 ? 'set the status to' : 'Status'} ${detail}:`;

/** Products and total of an order. */
const bought = ({ detail, amount, note }: TimelineRow) =>
  `${detail ?? 'products'} for ${formatMoney(amount ?? 0)}${note && ` with the voucher ${note}`}:`;

const scored = ({ amount }: TimelineRow) => `${amount ?? '–'}${amount === null ? '' : ` (${gradeOf(amount)})`}`;
const lessons = ({ count }: TimelineRow) => counted(count ?? 1, 'lesson', 'lessons');
const tries = ({ count }: TimelineRow) => ((count ?? 1) > 1 ? ` in ${counted(count!, 'attempt', 'attempts')}` : '');
const mark = ({ detail }: TimelineRow) => attendanceNames[detail as AttendanceStatus] ?? detail ?? '–';
const security = ({ detail, count, note }: TimelineRow) => {
  const words = eventWords[detail as AuditAction] ?? (detail ?? '').replaceAll('-', ' ');
  return `${words}${(count ?? 1) > 1 ? ` ${counted(count!, 'time', 'times')}` : ''}${note && ` from ${note}`}`;
};

/** Names of the changed fields of an account; what is secret or long is named only. */
const fieldNames: Readonly<Record<string, string>> = {
  name: 'name',
  email: 'e-mail',
  phone_number: 'phone',
  uoc: 'institution',
  job: 'job',
  location: 'location',
  image: 'picture',
  role: 'role',
};
function changedFields({ detail }: TimelineRow): string {
  const changed = Object.entries(JSON.parse(detail ?? '{}') as Record<string, unknown>);
  return changed
    .filter(([column]) => column !== 'phone_e164' && column !== 'email_key')
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(
      ([column, value]) =>
        `the ${fieldNames[column] ?? column.replaceAll('_', ' ')}${column === 'image' || value === null || value === '' ? '' : ` to “${String(value)}”`}`,
    )
    .join(', ');
}

const intended = ({ detail, count, note }: TimelineRow) =>
  count === 0
    ? `no longer accepts the access to ${note} as it is`
    : `accepted the access to ${note} as it is: ${(intendedReasons[detail as IntendedReason] ?? detail ?? '').toLowerCase()}`;

/** Course of a place before it moved, with what is to settle. */
const former = ({ detail, amount, note }: TimelineRow) => {
  const isSettled = amount === null || amount === 0 || note !== '';
  const difference = `${formatMoney(Math.abs(amount ?? 0))} ${(amount ?? 0) > 0 ? 'to pay' : 'to refund'}`;
  return `“${detail ?? 'a deleted course'}”${isSettled ? '' : ` (${difference})`}`;
};
const until = ({ detail }: TimelineRow) =>
  detail === null ? 'no end of the access to' : `the last day ${dayInWords(detail)} of the access to`;

const mailed =
  (what: string) =>
  ({ detail, recordId }: TimelineRow) =>
    `${what} mailed: the class “${detail ?? '–'}”${recordId ? ' of' : ''}`;

/** `detail` is the one fact of the kind: receiver, follow-up, template or status. */
function desk(kind: DeskEvent['kind']): BothWords {
  const deed = ({ detail }: TimelineRow) => {
    const facts = { kind, to: detail === null ? null : { name: detail }, followUpAt: detail, templateName: detail };
    return deskDeed({ ...facts, status: detail }, 'a tracked order');
  };
  return [deed, (row) => capital(deed(row))];
}

/** Kinds of links by mail. */
const links: Readonly<Record<string, string>> = {
  invitation: 'an invitation',
  password: 'a link to set a new password',
};

const channelOf = ({ detail }: TimelineRow) =>
  contactChannels[detail as keyof typeof contactChannels].replace('Mail', 'mail');
const broadcast = (what: string): BothWords => {
  const say = (row: TimelineRow) => `${what} by ${channelOf(row)}:`;
  return [say, say];
};
const consent = (what: string): BothWords => {
  const say = (row: TimelineRow) => `${what} broadcasts by ${channelOf(row)}`;
  return [say, say];
};

const words = {
  registered: ['created the account', 'Registered'],
  'account-changed': [(row) => `changed ${changedFields(row)}`, (row) => `Changed ${changedFields(row)}`],
  'link-sent': [(row) => `sent ${links[row.detail ?? '']}`, (row) => `Asked for ${links[row.detail ?? '']}`],
  'password-set': ['set a new password', 'Set a new password'],
  security: [security, (row) => capital(security(row))],
  'access-given': ['gave access to', 'Got access to'],
  'access-removed': ['removed the access to', 'Lost the access to'],
  'place-moved': [(row) => `moved the place in ${former(row)} to`, (row) => `Moved from ${former(row)} to`],
  'place-deferred': ['let the place wait after', 'Waits for another batch after'],
  'access-until': [(row) => `set ${until(row)}`, (row) => capital(until(row))],
  'access-intended': [intended, (row) => capital(intended(row))],
  'order-created': [(row) => `made an order of ${bought(row)}`, (row) => `Ordered ${bought(row)}`],
  'order-status': [ofStatus(0), ofStatus(1)],
  submitted: [
    'added a submission for',
    ({ count }) => `Handed in a project${(count ?? 1) > 1 ? ` (attempt ${count})` : ''}:`,
  ],
  reviewed: [
    (row) => `reviewed ${row.detail}’s project: ${scored(row)},`,
    (row) => `Project reviewed: ${scored(row)},`,
  ],
  'certificate-issued': ['issued the certificate of', 'Got the certificate of'],
  'certificate-revoked': ['revoked the certificate of', 'Certificate revoked:'],
  subscribed: ['started the subscription', 'Subscribed to'],
  'subscription-cancelled': ['cancelled the subscription', 'Subscription cancelled:'],
  'subscription-restored': ['restored the subscription', 'Subscription restored:'],
  'event-redeemed': [
    (row) => `redeemed an event voucher for ${row.detail}`,
    (row) => `Redeemed an event voucher for ${row.detail}`,
  ],
  attended: [(row) => `noted the attendance “${mark(row)}” in`, (row) => `Attendance “${mark(row)}” in`],
  'lessons-completed': [(row) => `completed ${lessons(row)} of`, (row) => `Completed ${lessons(row)} of`],
  'quiz-passed': [(row) => `passed with ${row.amount}`, (row) => `Passed with ${row.amount}${tries(row)}:`],
  'quiz-failed': [(row) => `scored ${row.amount}`, (row) => `Did not pass, best score ${row.amount}${tries(row)}:`],
  'survey-answered': ['answered', 'Answered the survey'],
  'desk-claim': desk('claim'),
  'desk-release': desk('release'),
  'desk-hand-over': desk('hand-over'),
  'desk-note': desk('note'),
  'desk-follow-up': desk('follow-up'),
  'desk-contact': desk('contact'),
  'desk-status': desk('status'),
  'learning-mail': [({ detail }) => `mailed “${detail}” about`, ({ detail }) => `“${detail}” mailed about`],
  'learning-whatsapp': [
    ({ detail }) => `wrote “${detail}” on WhatsApp about`,
    ({ detail }) => `“${detail}” written on WhatsApp about`,
  ],
  'broadcast-unknown': broadcast('Handed over without an answer yet'),
  'broadcast-sent': broadcast('Sent'),
  'broadcast-delivered': broadcast('Delivered'),
  'broadcast-read': broadcast('Read'),
  'broadcast-failed': broadcast('Not delivered'),
  'consent-agreed': consent('Agreed to'),
  'consent-refused': consent('Opted out of'),
  'class-invited': [mailed('Invitation'), mailed('Invitation')],
  'class-cancelled': [mailed('Cancellation'), mailed('Cancellation')],
} as const satisfies Record<string, BothWords>;
export type TimelineEvent = keyof typeof words;

const took: BothWords = ['took', 'Took the quiz'];
const was = ({ detail }: TimelineRow) => wasThere(detail as AttendanceStatus);

/**
 * Events whose note and mark only callers of `reads` may see, with the words for everybody else. Marks say why somebody
 * was absent, such as an illness.
 */
const guarded: Partial<Record<TimelineEvent, { reads: Pick<Endpoint, 'roles'>; words: BothWords }>> = {
  submitted: { reads: listUserSubmissions, words: words.submitted },
  reviewed: {
    reads: listUserSubmissions,
    words: [({ detail }) => `reviewed ${detail}’s project:`, 'Project reviewed:'],
  },
  attended: {
    reads: getAttendance,
    words: [
      (row) => (was(row) ? 'noted the presence in' : 'noted the absence from'),
      (row) => (was(row) ? 'Attended' : 'Did not attend'),
    ],
  },
  'quiz-passed': { reads: getQuizResults, words: took },
  'quiz-failed': { reads: getQuizResults, words: took },
};

const capital = (text: string) => text.replace(/^./, (first) => first.toUpperCase());

/** Events whose note is part of their words. */
const spoken: ReadonlySet<TimelineEvent> = new Set(['order-created', 'security', 'access-intended']);

/** Entry of a user's timeline, as far as `role` may read it; what they did themselves has no actor. */
export function entryOf(row: TimelineRow, userId: string, role: string): TimelineEntry {
  const { at, kind, event, byId, byName, note, recordKind, recordId, recordName } = row;
  const by = byId && byName && byId !== userId ? { userId: byId, name: byName } : null;
  const guard = guarded[event];
  const isWithheld = guard !== undefined && !mayCall(guard.reads, role);
  const [ofStaff, alone]: BothWords = isWithheld ? guard.words : words[event];
  const chosen = by ? ofStaff : alone;
  const text = typeof chosen === 'string' ? chosen : chosen(row);
  // What was deleted has no link.
  const deleted =
    recordKind && !(recordId && recordName)
      ? ` ${recordName ?? `a deleted ${recordNoun(recordKinds[recordKind].table)}`}`
      : '';
  return {
    at,
    kind,
    by,
    text: text + deleted,
    note: isWithheld || spoken.has(event) ? '' : note,
    record: recordKind && recordId && recordName ? { kind: recordKind, id: recordId, name: recordName } : null,
  };
}
