/** List of campaigns. A new one begins with a discount, and is inactive until it is switched on. */
import { campaigns, newCampaignDraft } from '#contract/campaign/endpoints.ts';
import { discountBadges } from '#contract/pricing/promotion-badge.ts';
import { statusColumn, statusFilterOf } from '#admin-shared/pricing/price-reduction.tsx';
import { countColumn, fieldColumn, momentColumn } from '#kit/list/field-column.tsx';
import { RecordListPage } from '#kit/list/record-list-page.tsx';

const column = fieldColumn(newCampaignDraft);

const columns = [
  column('name'),
  countColumn('totalDiscounts', 'Discounts', { width: 100, hiddenBelow: 840 }),
  countColumn('totalVouchers', 'Vouchers', { hiddenBelow: 840 }),
  column('startDate'),
  column('endDate'),
  momentColumn('updatedAt', 'Changed', { hiddenBelow: 1080 }),
  statusColumn,
];

const filters = [statusFilterOf(discountBadges)];

export const CampaignListPage = () => (
  <RecordListPage
    title="Campaigns"
    of={{ ...campaigns, draft: newCampaignDraft }}
    to="/campaign"
    columns={columns}
    filters={filters}
    search={{ placeholder: 'Search campaigns' }}
    create={{
      blank: { discount: 10 },
      rows: ['name', ['startDate', 'endDate'], ['discountType', 'discount'], 'productType'],
    }}
    empty={{
      title: 'No campaigns yet',
      text: 'A campaign holds discounts and vouchers with the same dates, switches them together and adds up what they sold.',
    }}
  />
);
CampaignListPage.reads = campaigns.list;
