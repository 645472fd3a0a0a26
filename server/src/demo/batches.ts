/** Bulk changes of the demo: one whose records were all changed, one with refused records, and one that was undone. */
import type { BatchKindName, BatchRowState } from '#contract/batch/endpoints.ts';
import { orderStatusLabels } from '#contract/order/status.ts';
import { demoId } from './demo-id.ts';
import { before, day, minute } from './moments.ts';
import type { DemoRows, Row, World } from './records.ts';

type Batches = Pick<DemoRows, 'batch' | 'batchRow'>;
type Result = Pick<Row<'batchRow'>, 'name' | 'before' | 'after' | 'reason'> & { id: string; state: BatchRowState };

interface Plan {
  kind: BatchKindName;
  value: string;
  title: string;
  /** Filter of all that matched; null: chosen one by one. */
  filter: Record<string, string> | null;
  daysAgo: number;
  isUndo?: boolean;
  results: readonly Result[];
}

const changed = (from: string, to: string) => ({ before: from, after: to, reason: null });

/** Complete courses that were published together with drafts that lack something. */
function publishing(courses: DemoRows['course']): Plan {
  const published = courses.filter(({ isPublished, type }) => isPublished && type === 0).slice(0, 6);
  const drafts = courses.filter(({ isPublished }) => !isPublished).slice(0, 2);
  return {
    kind: 'course-publishing',
    value: 'published',
    title: 'Publish courses',
    filter: null,
    daysAgo: 2,
    results: [
      ...published.map(({ id, name }) => ({ id, name, state: 'done' as const, ...changed('draft', 'published') })),
      ...drafts.map(({ id, name, thumbnail }) => ({
        id,
        name,
        state: 'failed' as const,
        before: 'draft',
        after: null,
        reason: `This course needs a ${thumbnail ? 'section' : 'thumbnail'} to be published`,
      })),
    ],
  };
}

/** Orders that were cancelled together; some had been before. */
function cancelling(orders: DemoRows['order']): Plan {
  const cancelled = orders.filter(({ status }) => status === 'cancelled').slice(0, 30);
  const label = orderStatusLabels.cancelled;
  return {
    kind: 'order-status',
    value: 'cancelled',
    title: `Set the status to ${label}`,
    filter: { status: 'unpaid' },
    daysAgo: 5,
    results: cancelled.map(({ id, invoiceNumber: name }, index) =>
      index % 9 === 4
        ? { id, name, state: 'skipped', before: 'cancelled', after: null, reason: `Already ${label}` }
        : { id, name, state: 'done', ...changed('unpaid', 'cancelled') },
    ),
  };
}

/** Active discounts that were switched off, and on again by the undo. */
const switching = (discounts: DemoRows['discount']): Plan => ({
  kind: 'discount-switch',
  value: 'inactive',
  title: 'Deactivate discounts',
  filter: null,
  daysAgo: 9,
  isUndo: true,
  results: discounts
    .filter(({ isActive }) => isActive)
    .slice(0, 4)
    .map(({ id, name }) => ({ id, name, state: 'undone', ...changed('active', 'inactive') })),
});

export function makeBatches(
  { tenant, now }: World,
  { user, course, order, discount }: Pick<DemoRows, 'user' | 'course' | 'order' | 'discount'>,
): Batches {
  const admin = user.find(({ email }) => email === 'admin@demo.test')!;
  const plans = [switching(discount), cancelling(order), publishing(course)];
  const batch = plans.map(({ kind, value, title, filter, daysAgo, isUndo = false, results }, index) => {
    const createdAt = before(now, daysAgo * day + (3 + index) * 37 * minute);
    const countOf = (state: BatchRowState) => results.filter((one) => one.state === state).length;
    return {
      id: demoId(tenant, 'batch', index),
      kind,
      change: JSON.stringify({ value }),
      title,
      filter: filter && JSON.stringify(filter),
      userId: admin.id,
      userName: admin.name,
      ...(isUndo && { undoUserId: admin.id, undoUserName: admin.name }),
      state: 'done' as const,
      isUndo,
      total: results.length,
      done: countOf('done'),
      skipped: countOf('skipped'),
      failed: countOf('failed'),
      undone: countOf('undone'),
      createdAt: createdAt.toISOString(),
      finishedAt: new Date(createdAt.getTime() + (isUndo ? 12 : 1) * minute).toISOString(),
    };
  });
  const batchRow = plans.flatMap(({ results }, index) =>
    results.map(({ id, ...result }, place) => ({
      batchId: demoId(tenant, 'batch', index),
      n: place + 1,
      recordId: id,
      ...result,
    })),
  );
  return { batch, batchRow };
}
