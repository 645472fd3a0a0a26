/** Effects of a proposal in words: one row for each change, with the names of its records. */
import { campaignDraft } from '#contract/campaign/endpoints.ts';
import { courseDraft } from '#contract/course/draft.ts';
import { discountDraft } from '#contract/discount/endpoints.ts';
import type { Effects, ProposalState } from '#contract/integration/proposals.ts';
import { recordKey, recordKinds, recordNoun } from '#contract/kernel/record-kinds.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { pathDraft } from '#contract/learning-path/endpoints.ts';
import { orderStatusLabels } from '#contract/order/status.ts';
import { voucherDraft } from '#contract/voucher/endpoints.ts';
import { partWords } from '#admin-shared/course/part-words.ts';
import type { BadgeColour } from '#kit/display/badge.tsx';
import { trailWords } from '#kit/form/field-words.ts';
import { type FieldChange, type TrailWords, describeLine } from '#kit/record/history-words.ts';
import { pageOfKey } from '#kit/record/record-pages.ts';
import { activation, publication, switchTrail } from '#kit/record/status-switch.ts';

/** Words of the values that proposals change, by table. */
const words: Readonly<Record<string, TrailWords>> = {
  ...partWords,
  [recordKinds.order.table]: { words: { status: orderStatusLabels, totalAmount: formatMoney } },
  [recordKinds.course.table]: trailWords(courseDraft, switchTrail(publication)),
  [recordKinds['learning-path'].table]: trailWords(pathDraft, switchTrail(publication)),
  [recordKinds.discount.table]: trailWords(discountDraft, switchTrail(activation)),
  [recordKinds.voucher.table]: trailWords(voucherDraft, switchTrail(activation)),
  [recordKinds.campaign.table]: trailWords(campaignDraft, switchTrail(activation)),
};

export const proposalColours: Readonly<Record<ProposalState, BadgeColour>> = {
  open: 'yellow',
  signed: 'green',
  refused: 'red',
  expired: 'grey',
};

export interface EffectRow {
  key: string;
  /** Name of the record, and those that it belongs to. */
  name: string;
  within: string;
  to: string | undefined;
  deed: string;
  changes: readonly FieldChange[];
}

const deeds: Readonly<Record<string, string>> = { create: 'Added', update: 'Changed', delete: 'Removed' };

/** Rows of the table, one for each change. */
export const effectRows = ({ entries, names }: Effects): EffectRow[] =>
  entries.flatMap(({ parts, ...line }, at) =>
    [line, ...parts].map((part, n) => {
      const table = line.table ?? '';
      const one = { ...line, ...part, count: 1, parts: [] };
      const known = part.belongsTo.filter((key) => names[key] !== undefined);
      const [own = recordNoun(table), ...others] = known.map((key) => names[key]!);
      const isUpdate = line.action === 'update';
      return {
        key: `${at}/${n}`,
        name: own,
        within: [...others, recordNoun(table)].join(' · '),
        to: known[0] && pageOfKey(known[0]),
        deed: deeds[line.action] ?? line.action,
        changes: isUpdate ? describeLine(one, names, recordKey(table, part.recordId ?? ''), words[table]).changes : [],
      };
    }),
  );
