/** Preview of the changes that typed dates make to the promotions of a campaign. */
import { previewDates } from '#contract/campaign/promotions.ts';
import { periodInWords, periodProblem } from '#contract/pricing/price.ts';
import { StatusBadge } from '#admin-shared/pricing/price-reduction.tsx';
import { useCall } from '#kit/api/use-call.ts';
import { ErrorState } from '#kit/feedback/failures.tsx';
import { LongText } from '#kit/display/long-text.tsx';
import { counted } from '#kit/format/formats.ts';
import { type Column, RowsTable } from '#kit/list/rows-table.tsx';
import type { RowOf } from '#kit/list/source.ts';
import { Section } from '#kit/record/detail-page.tsx';
import { nameColumn, type OpenCampaign, rowKey, rowLink } from './promotions.tsx';

type Change = RowOf<typeof previewDates, 'changes'>;

const columns: readonly Column<Change>[] = [
  nameColumn,
  { label: 'Dates now', cell: periodInWords, hiddenBelow: 720 },
  { label: 'Not possible', cell: ({ refusal }) => (refusal ? <LongText>{refusal}</LongText> : '–'), isLong: true },
  { label: 'Status', cell: StatusBadge, width: 140, card: 'badge' },
];

export function DateChanges({ id, record, form }: OpenCampaign) {
  const { startDate, endDate } = form.fields.values;
  const query = { startDate, endDate };
  const isChanged = startDate !== record.startDate || endDate !== record.endDate;
  // While a date is typed, its value is text.
  const isShown = isChanged && previewDates.query!.safeParse(query).success && periodProblem(query) === undefined;
  const { data, error, refetch } = useCall(
    previewDates,
    { params: { id }, query },
    { enabled: isShown, keepPrevious: true },
  );
  if (!isShown) return null;
  if (error && !data) return <ErrorState error={error} refetch={refetch} what="changes" />;
  const changes = data?.changes ?? [];
  const refused = changes.filter(({ refusal }) => refusal !== null).length;
  const all = counted(changes.length, 'promotion', 'promotions');
  return (
    <Section title="What these dates change">
      <p role="status">
        {!data && 'Reading the promotions…'}
        {data && refused === 0 && `Save: ${all} ${changes.length === 1 ? 'gets' : 'get'} these dates.`}
        {data &&
          refused > 0 &&
          `Not possible for ${counted(refused, 'promotion', 'promotions')}: nothing would be saved.`}
      </p>
      {changes.length > 0 && (
        <RowsTable
          label="Promotions with other dates"
          rows={changes}
          expected={changes.length}
          columns={columns}
          rowKey={rowKey}
          rowLink={rowLink}
        />
      )}
    </Section>
  );
}
