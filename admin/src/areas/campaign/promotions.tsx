/** Discounts and vouchers of a campaign: listed, added by a search, and removed. */
import { Box, Button } from '@mantine/core';
import type { campaignDraft, CampaignPromotion } from '#contract/campaign/endpoints.ts';
import { addPromotions, removePromotions } from '#contract/campaign/promotions.ts';
import { discounts } from '#contract/discount/endpoints.ts';
import { isSameInstant } from '#contract/kernel/days.ts';
import { periodInWords } from '#contract/pricing/price.ts';
import { vouchers } from '#contract/voucher/endpoints.ts';
import { StatusBadge, reductionInWords } from '#admin-shared/pricing/price-reduction.tsx';
import { useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { confirm } from '#kit/feedback/confirm.tsx';
import { EmptyState } from '#kit/feedback/states.tsx';
import { NameCell } from '#kit/display/thumbnail.tsx';
import { Finder, type Option, type SearchResult } from '#kit/form/finder.tsx';
import { counted, formatNumber } from '#kit/format/formats.ts';
import { type Column, RowsTable } from '#kit/list/rows-table.tsx';
import { Section } from '#kit/record/detail-page.tsx';
import type { Opened } from '#kit/record/opened.ts';
import { useMemo } from 'react';
import { type Campaign, isOn } from './campaign-words.ts';

export type OpenCampaign = Opened<Campaign, typeof campaignDraft>;
type Kind = CampaignPromotion['kind'];

const members = (kind: Kind, id: string) => (kind === 'discount' ? { discountIds: [id] } : { voucherIds: [id] });

export const rowKey = ({ id }: { id: string }) => id;
export const rowLink = ({ kind, id }: { kind: Kind; id: string }) => `/${kind}/${id}`;

/** Name above the code of a voucher. */
export const nameColumn = {
  label: 'Name',
  cell: ({ name, kind, code }: { name: string; kind: Kind; code: string | null }) => (
    <NameCell name={name} sub={kind === 'voucher' ? `Voucher · ${code}` : 'Discount'} />
  ),
};

const forWhat = ({ allProduct, totalAssigned }: CampaignPromotion) =>
  allProduct ? 'All products' : counted(totalAssigned, 'product', 'products');

const columnsOf = (
  campaign: Campaign,
  remove: (one: CampaignPromotion) => void,
): readonly Column<CampaignPromotion>[] => [
  nameColumn,
  {
    label: 'Off',
    cell: ({ discountType: type, value }) => reductionInWords({ type, value }),
    align: 'right',
    width: 150,
  },
  { label: 'For', cell: forWhat, width: 104, hiddenBelow: 720 },
  {
    label: 'Dates',
    cell: (one) =>
      isSameInstant(one.startDate, campaign.startDate) && isSameInstant(one.endDate, campaign.endDate)
        ? 'Of the campaign'
        : periodInWords(one),
    hiddenBelow: 720,
    width: 140,
  },
  { label: 'Status', cell: StatusBadge, width: 116, card: 'badge' },
  {
    label: 'Remove',
    isLabelHidden: true,
    align: 'right',
    width: 96,
    cell: (one) => (
      <Button size="compact-sm" variant="subtle" aria-label={`Remove ${one.name}`} onClick={() => remove(one)}>
        Remove
      </Button>
    ),
  },
];

/** Discounts and vouchers by name or code; those of another campaign cannot be chosen. */
function useJoinable(search: string, isOpen: boolean): SearchResult {
  const query = { search, page: 1, pageSize: 10 };
  const ofDiscounts = useCall(discounts.list, { query }, { keepPrevious: true, enabled: isOpen });
  const ofVouchers = useCall(vouchers.list, { query }, { keepPrevious: true, enabled: isOpen });
  const rows = [
    ...(ofDiscounts.data?.discounts ?? []).map((one) => ({
      ...one,
      kind: 'discount',
      id: one.discountId,
      about: `Discount · ${reductionInWords({ type: one.discountType, value: one.discount })}`,
    })),
    ...(ofVouchers.data?.vouchers ?? []).map((one) => ({
      ...one,
      kind: 'voucher',
      id: one.voucherId,
      about: `Voucher ${one.code} · ${reductionInWords({ type: one.discountType, value: one.discountPrice })}`,
    })),
  ];
  const options = rows.map(({ kind, id, name, about, campaign, ...one }): Option => ({
    value: [kind, id, isOn(one) ? 'on' : 'off'].join(':'),
    label: name,
    hint: campaign ? `${about} · In “${campaign.name}”` : about,
    isRefused: campaign !== null,
  }));
  const isSettled = [ofDiscounts, ofVouchers].every(({ data, isPrevious }) => data !== undefined && !isPrevious);
  const error = ofDiscounts.error ?? ofVouchers.error;
  return { options, isSettled, error };
}

/** Adds a promotion; asks first if it is switched on, because its prices change with its dates. */
function AddPromotion({ id, record }: OpenCampaign) {
  const back = useAction(removePromotions);
  const add = useAction(addPromotions, {
    undo: ({ params, body }, { before: [dates] }) =>
      dates && (() => void back.run({ params, body: { ...body, dates } })),
  });
  const choose = async (chosen: string) => {
    const [kind, one, state] = chosen.split(':') as [Kind, string, string];
    const isSure =
      state === 'off' ||
      (await confirm({
        title: `Add this ${kind} to “${record.name}”?`,
        text: `Add: it is switched on, and lowers prices ${periodInWords(record)} instead of in its own dates.`,
        action: `Add the ${kind}`,
      }));
    if (isSure) await add.run({ params: { id }, body: members(kind, one) });
  };
  return (
    <Finder
      label="Add a discount or voucher"
      placeholder="Search by name or code"
      description="It gets the dates of the campaign."
      nothing="No such discount or voucher"
      keeps={false}
      choose={(chosen) => void choose(chosen)}
      useSearch={useJoinable}
    />
  );
}

export function Promotions(opened: OpenCampaign) {
  const { id, record } = opened;
  const add = useAction(addPromotions);
  const { run } = useAction(removePromotions, {
    undo:
      ({ params, body }) =>
      () =>
        void add.run({ params, body: { ...body, keepsDates: true } }),
  });
  const columns = useMemo(
    () => columnsOf(record, (one) => void run({ params: { id }, body: members(one.kind, one.id) })),
    [record, run, id],
  );
  return (
    <Section title={`Promotions ${formatNumber(record.promotions.length)}`}>
      {record.promotions.length === 0 ? (
        <EmptyState title="No promotions yet">Add the discounts and vouchers that belong to this campaign.</EmptyState>
      ) : (
        <RowsTable
          label="Promotions"
          rows={record.promotions}
          expected={record.totalAssigned}
          columns={columns}
          rowKey={rowKey}
          rowLink={rowLink}
        />
      )}
      <Box mt="md">
        <AddPromotion {...opened} />
      </Box>
    </Section>
  );
}
