/** Rows of the start page by kind: their link and the text beside the name. */
import type { ReactNode } from 'react';
import { courseTypeOf } from '#contract/course/rules.ts';
import type { getHome } from '#contract/home/endpoints.ts';
import { type JobName, jobNames } from '#contract/jobs/endpoints.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import type { listNext } from '#contract/order-tracking/next.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { Badge } from '#kit/display/badge.tsx';
import { formatHour, formatMinute } from '#kit/format/formats.ts';
import { since, until } from '#kit/format/spans.ts';

export type Home = Reply<typeof getHome>;
type ItemOf<Key extends keyof Home> = NonNullable<Home[Key]>['items'][number];
export type Search = Record<string, string>;

export interface Row {
  key: string;
  to: string;
  search?: Search;
  name: string;
  about: string;
  /** Age, time or end of the record; the kind of a draft; null for a failed video. */
  fact: ReactNode;
  /** Meeting link of a class that is not over. */
  meetingUrl?: string | null;
}

const Age = ({ at, now }: { at: string; now: number }) => (
  <time dateTime={at} title={formatMinute(at)}>
    {since(at, now)}
  </time>
);

export function classRow(
  { lessonId, sectionId, courseId, type, startAt, endAt, meetingUrl, ...one }: ItemOf<'classes'>,
  now: number,
): Row {
  const isOver = Date.parse(endAt ?? startAt) <= now;
  const isNow = !isOver && Date.parse(startAt) <= now;
  return {
    key: lessonId ?? sectionId,
    to: lessonId ? `/lesson/${lessonId}/attendance` : `/course/${courseTypeOf(type)}/${courseId}/schedule`,
    name: one.name,
    about: one.courseName,
    fact: (
      <>
        {isNow && <Badge colour="blue">Now</Badge>}
        {isOver && <Badge colour="grey">Over</Badge>}
        <time dateTime={startAt} title={formatMinute(startAt)}>
          {formatHour(startAt)}
          {endAt && `–${formatHour(endAt)}`}
        </time>
      </>
    ),
    meetingUrl: isOver ? null : meetingUrl,
  };
}

export const submissionRow = (
  { submissionId, user, productName, submittedAt }: ItemOf<'submissions'>,
  now: number,
): Row => ({
  key: submissionId,
  to: `/submission/${submissionId}`,
  name: user.name,
  about: productName,
  fact: <Age at={submittedAt} now={now} />,
});

export type Next = Reply<typeof listNext>;

/** Row of a tracked order: opens it beside its queue with the orders of the same buyer. */
const trackedRow = (queue: string, { documentId, name, email }: Next['chase'][number] | Next['mine'][number]) => ({
  key: documentId,
  to: '/order/tracking',
  search: { queue, email, peek: documentId },
  name,
});

const Due = ({ at, now }: { at: string; now: number }) => (
  <>
    {Date.parse(at) <= now && <Badge colour="yellow">Due</Badge>}
    <time dateTime={at} title={formatMinute(at)}>
      {Date.parse(at) <= now ? since(at, now) : until(at, now)}
    </time>
  </>
);

export const followUpRow = (order: Next['mine'][number], now: number): Row => ({
  ...trackedRow('mine', order),
  about: order.note || (order.name === order.email ? 'Not a member' : order.email),
  fact: order.followUpAt === null ? 'No follow-up' : <Due at={order.followUpAt} now={now} />,
});

export const chaseRow = (order: Next['chase'][number], now: number): Row => ({
  ...trackedRow('chase', order),
  about: [order.courseName ?? order.email, order.value !== null && formatMoney(order.value)]
    .filter(Boolean)
    .join(' · '),
  fact: <Age at={order.orderedAt} now={now} />,
});

export const orderRow = (order: ItemOf<'unpaidOrders'>, now: number): Row => ({
  key: order.orderId,
  to: `/order/${order.orderId}`,
  name: order.user.name,
  about: `${order.invoiceNumber} · ${formatMoney(order.totalAmount)}`,
  fact: <Age at={order.createdAt} now={now} />,
});

/** Row of a gap, which links to the access list in the view `view`, searched by the user's name. */
export const gapRow =
  (view: string) =>
  ({ gapId, user, productName, since: at }: ItemOf<'paidNoAccess'>, now: number): Row => ({
    key: gapId,
    to: '/order/access',
    search: { view, search: user.name },
    name: user.name,
    about: productName,
    fact: <Age at={at} now={now} />,
  });

export const videoRow = ({ videoId, lessonId, name, courseName, reason }: ItemOf<'failedVideos'>): Row => ({
  key: videoId,
  to: `/lesson/${lessonId}`,
  name,
  about: [reason, courseName].filter(Boolean).join(' · '),
  fact: null,
});

export const jobRow = ({ jobId, name, error, createdAt }: ItemOf<'failedJobs'>, now: number): Row => ({
  key: jobId,
  to: '/jobs',
  search: { state: 'failed', name },
  name: jobNames[name as JobName] ?? name,
  about: error ?? 'No reason was recorded',
  fact: <Age at={createdAt} now={now} />,
});

const Ends = ({ at, now }: { at: string; now: number }) => (
  <time dateTime={at} title={formatMinute(at)}>
    {until(at, now)}
  </time>
);

/** Discounts and vouchers, the one that ends first on top. */
export const promotionsOf = ({ discounts, vouchers }: Home, now: number): Row[] =>
  [
    ...(discounts?.items ?? []).map((one) => ({ ...one, to: `/discount/${one.discountId}`, about: 'Discount' })),
    ...(vouchers?.items ?? []).map((one) => ({
      ...one,
      to: `/voucher/${one.voucherId}`,
      about: `Voucher ${one.code}`,
    })),
  ]
    .toSorted((one, other) => Date.parse(one.endDate) - Date.parse(other.endDate))
    .map(({ to, name, about, endDate }) => ({ key: to, to, name, about, fact: <Ends at={endDate} now={now} /> }));

/** Missing curriculum parts link to the curriculum tab. */
const tabOf = (path: string) => (path === 'sections' || path === 'lessons' ? '/curriculum' : '');

/** Drafts of courses and learning paths with what they lack, the last changed first. */
export const draftsOf = ({ flexyDrafts, fastTrackDrafts, pathDrafts }: Home): Row[] =>
  [
    ...(flexyDrafts?.items ?? []).map((one) => ({
      ...one,
      to: `/course/flexy/${one.courseId}${tabOf(one.lacks.path)}`,
      kind: 'Flexy',
    })),
    ...(fastTrackDrafts?.items ?? []).map((one) => ({
      ...one,
      to: `/course/fast-track/${one.courseId}${tabOf(one.lacks.path)}`,
      kind: 'Fast-track',
    })),
    ...(pathDrafts?.items ?? []).map((one) => ({ ...one, to: `/learning-path/${one.pathId}`, kind: 'Learning path' })),
  ]
    .toSorted((one, other) => Date.parse(other.updatedAt) - Date.parse(one.updatedAt))
    .map(({ to, name, lacks, kind }) => ({ key: to, to, name, about: `Needs ${lacks.label}`, fact: kind }));
