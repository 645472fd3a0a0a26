/** Dialog in which admins change the weights of the chase order, with an example that follows. */
import { useState } from 'react';
import { type getChaseRule, chaseRuleDraft, updateChaseRule } from '#contract/order-tracking/chase.ts';
import { chaseParts, scoreOf } from '#contract/order-tracking/chase-order.ts';
import { hourMs } from '#contract/kernel/days.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { MessagePreview } from '#kit/display/message-preview.tsx';
import { useAction } from '#kit/api/use-action.ts';
import { Rows } from '#kit/form/field.tsx';
import { FormDialog } from '#kit/form/form-dialog.tsx';
import { useEditForm } from '#kit/form/use-edit-form.ts';
import { baselineOf, draftOf } from '#kit/form/values.ts';
import { describeScore } from './chase-words.ts';

type Rule = Reply<typeof getChaseRule>;

interface Props {
  rule: Rule;
  refetch: () => Promise<Rule | undefined>;
  close: () => void;
}

const rows = [
  ['valuePoints', 'valueMost'],
  ['agePoints', 'ageMost'],
  ['discountPoints', 'discountDays'],
  ['contactPoints', 'contactHours'],
  'windowDays',
] as const;

export function ChaseRuleDialog({ rule, refetch, close }: Props) {
  const saving = useAction(updateChaseRule);
  const form = useEditForm({
    name: 'chase-rule',
    schema: chaseRuleDraft,
    initial: draftOf(chaseRuleDraft, rule),
    version: rule.version,
    latest: async () => baselineOf(chaseRuleDraft, await refetch()),
    save: (body, how) => saving.run({ body }, how),
    onSaved: close,
  });
  const typed = chaseRuleDraft.safeParse(form.fields.values);
  return (
    <FormDialog form={form} title="Rule of the chase order" submitLabel="Save rule" close={close} isWide>
      <Rows form={form} rows={rows} />
      {typed.success && <Example rule={typed.data} />}
    </FormDialog>
  );
}

const example = { value: 1_250_000, age: 50 * hourMs, left: 30 * hourMs, contact: 3 * hourMs };

/** Score of an order of Rp1.250.000 by the typed rule. */
function Example({ rule }: { rule: Parameters<typeof chaseParts>[0] }) {
  const [now] = useState(() => Date.now());
  const at = (moment: number) => new Date(moment).toISOString();
  const { value } = example;
  const moments = {
    orderedAt: now - example.age,
    discountEndsAt: now + example.left,
    contactedAt: now - example.contact,
  };
  const parts = chaseParts(rule, { value, ...moments }, now);
  const { orderedAt, discountEndsAt, contactedAt } = moments;
  const facts = { value, orderedAt: at(orderedAt), discountEndsAt: at(discountEndsAt), contactedAt: at(contactedAt) };
  const reasons = describeScore({ ...facts, parts }, now).map(({ words, points }) => `${words} ${points}`);
  const words = reasons.length > 0 ? reasons.join(', ') : 'no points';
  return <MessagePreview text={`Example: ${words}. Score ${scoreOf(parts)}.`} />;
}
