/** List of subscription plans. No selection: a brand has a handful, and each is published on its page. */
import { labelsOf } from '#contract/kernel/draft.ts';
import { planDraft, plans } from '#contract/subscription/plans.ts';
import { Price } from '#admin-shared/pricing/price.tsx';
import { PublicationBadge, publicationFilter } from '#kit/display/publication.tsx';
import type { Column } from '#kit/list/column.tsx';
import { fieldColumn, momentColumn } from '#kit/list/field-column.tsx';
import { RecordListPage } from '#kit/list/record-list-page.tsx';
import type { RowOf } from '#kit/list/source.ts';

type Plan = RowOf<typeof plans.list, 'plans'>;

const labels = labelsOf(planDraft);
const column = fieldColumn(planDraft);

const columns: readonly Column<Plan>[] = [
  column('name'),
  { label: labels.price, sort: 'price', cell: (plan) => <Price {...plan} />, align: 'right', width: 150 },
  column('durationMonths'),
  column('eventVoucherQuota', { width: 150, hiddenBelow: 840 }),
  momentColumn('updatedAt', 'Changed', { hiddenBelow: 1080 }),
  { label: publicationFilter.label, width: 116, cell: PublicationBadge, card: 'badge' },
];

const filters = [publicationFilter];

export const PlanListPage = () => (
  <RecordListPage
    title="Subscription plans"
    of={plans}
    to="/subscription/plan"
    columns={columns}
    filters={filters}
    search={{ placeholder: 'Search subscription plans' }}
    create={{ rows: ['name', ['price', 'durationMonths'], 'eventVoucherQuota', 'description', 'isPublished'] }}
    empty={{
      title: 'No subscription plans yet',
      text: 'Members who buy a plan are subscribed for its months, with event vouchers to redeem.',
    }}
  />
);
PlanListPage.reads = plans.list;
