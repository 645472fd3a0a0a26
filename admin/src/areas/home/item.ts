/** Words and links of the queue's items, by kind. */
import { giveAccess } from '#contract/access/endpoints.ts';
import { issueToCourses } from '#contract/certificate/endpoints.ts';
import type { TodayItem } from '#contract/home/endpoints.ts';
import type { TodayKind } from '#contract/home/today.ts';
import { type JobName, jobNames, retryJob } from '#contract/jobs/endpoints.ts';
import { type Endpoint, mayCall } from '#contract/kernel/endpoint.ts';
import { isFileAtFault, retryVideo } from '#contract/video/endpoints.ts';
import { role } from '#kit/api/session.ts';
import { counted } from '#kit/format/formats.ts';

const trackedIn = (queue: string) => (item: TodayItem) => {
  const search = new URLSearchParams({ queue, peek: item.id });
  return `/order/tracking?${search}`;
};
const courseTab = (tab: string) => (item: TodayItem) =>
  item.course ? `/course/${item.course.type}/${item.course.id}${tab}` : `/learning-path/${item.record.id}`;
/** Attendance is taken once the class has begun. */
const isToCome = ({ at }: TodayItem) => at !== null && Date.parse(at) > Date.now();
const classPage = (item: TodayItem) =>
  item.record.kind === 'lesson'
    ? `/lesson/${item.record.id}${isToCome(item) ? '' : '/attendance'}`
    : courseTab('/schedule')(item);
const isInCurriculum = ({ lacks }: TodayItem) => lacks?.path === 'sections' || lacks?.path === 'lessons';
const recordPage = ({ record }: TodayItem) => `/${record.kind}/${record.id}`;
const gapsOf = (item: TodayItem) =>
  `/order/access?${new URLSearchParams({ view: 'access-unpaid', search: item.name })}`;

/** Page of an item, which its row opens. */
const pages: Readonly<Record<TodayKind, (item: TodayItem) => string>> = {
  'privacy-request': (item) => `/user/${item.record.id}/account`,
  'paid-no-access': recordPage,
  'payment-difference': (item) => `/payment/differences?${new URLSearchParams({ peek: item.id })}`,
  'failed-video': recordPage,
  'certificates-ready': courseTab('/certificates'),
  'class-today': classPage,
  'attendance-missing': classPage,
  submission: recordPage,
  'follow-up': trackedIn('mine'),
  chase: trackedIn('chase'),
  'unpaid-order': recordPage,
  'promotion-ends': recordPage,
  draft: (item) => courseTab(isInCurriculum(item) ? '/curriculum' : '')(item),
  'failed-job': (item) => `/jobs?${new URLSearchParams({ state: 'failed', name: item.name })}`,
  'access-unpaid': gapsOf,
};
export const pageOfItem = (item: TodayItem): string => pages[item.kind](item);

/** Kinds that one call settles: the call, its button, and what the item is afterwards. */
const settling: Partial<Record<TodayKind, [call: Pick<Endpoint, 'roles'>, label: string, done: string]>> = {
  'paid-no-access': [giveAccess, 'Give access', 'Access given'],
  'failed-video': [retryVideo, 'Retry', 'Retried'],
  'certificates-ready': [issueToCourses, 'Issue', 'Issued'],
  'failed-job': [retryJob, 'Retry', 'Retried'],
};

/** Words of the call that settles an item; undefined if none does, or the role may not make it. */
export function settlingOf({ kind, reason }: TodayItem): { label: string; done: string } | undefined {
  if (kind === 'failed-video' && isFileAtFault(reason)) return undefined;
  const [call, label, done] = settling[kind] ?? [];
  return call && label && done && mayCall(call, role() ?? '') ? { label, done } : undefined;
}

/** Effect of "Done, next" in words. A person may have paid for several products. */
export function effectOf(item: TodayItem): string {
  const settling = settlingOf(item);
  if (!settling) return 'Sets it aside until tomorrow 06.00';
  return `${settling.label}${item.kind === 'paid-no-access' ? ` to ${item.about}` : ''}, then the next row`;
}

/** Labels of the links of the other kinds; the page is the item's. */
const links: Partial<Record<TodayKind, string>> = {
  'failed-video': 'Replace',
  'certificates-ready': 'See who',
  'privacy-request': 'Answer',
  submission: 'Review',
  'follow-up': 'Follow up',
  chase: 'Chase',
  'unpaid-order': 'Open order',
  'payment-difference': 'Mend',
  'promotion-ends': 'Extend',
  'access-unpaid': 'Decide',
};
export function linkLabelOf(item: TodayItem): string {
  if (item.lacks) return `Add ${item.lacks.label}`;
  if (item.kind === 'class-today' || item.kind === 'attendance-missing')
    return item.record.kind !== 'lesson' ? 'Open schedule' : isToCome(item) ? 'Open class' : 'Take attendance';
  return links[item.kind] ?? 'Open';
}

/** Name of an item: of a job, what it does. */
export const nameOfItem = ({ kind, name }: TodayItem): string =>
  kind === 'failed-job' ? (jobNames[name as JobName] ?? name) : name;

/** Text below the name. */
export function aboutOfItem({ about, reason, count, lacks }: TodayItem): string {
  const texts = [
    count !== undefined && `${counted(count, 'certificate', 'certificates')} ready`,
    lacks && `Needs ${lacks.label}`,
    reason,
    about,
  ];
  return texts.filter(Boolean).join(' · ');
}
