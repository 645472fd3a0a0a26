/** Products of the discount that had none when the page was opened, such as that of a new campaign. */
import { useState } from 'react';
import { batches } from '#contract/batch/starts.ts';
import { SwitchStatus } from '#contract/kernel/switch-status.ts';
import { AssignmentPicker } from '#admin-shared/assignment/assignment-picker.tsx';
import { columnsWith } from '#admin-shared/pricing/discount-columns.tsx';
import { discountLinks } from '#admin-shared/pricing/discount-links.ts';
import { startInWords } from '#admin-shared/pricing/taking-words.ts';
import { Section } from '#kit/record/detail-page.tsx';
import type { OpenCampaign } from './promotions.tsx';

export function FirstProducts({ record }: OpenCampaign) {
  const [id] = useState(
    () => record.promotions.find(({ productType, totalAssigned }) => productType !== null && totalAssigned === 0)?.id,
  );
  const [openedAt] = useState(Date.now);
  const discount = record.promotions.find((one) => one.id === id);
  if (!discount?.productType) return null;
  const { name, productType, discountType: type, value, status } = discount;
  return (
    <Section title={`Products of “${name}”`}>
      <AssignmentPicker
        link={discountLinks[productType]}
        ownerId={discount.id}
        count={discount.totalAssigned}
        columns={columnsWith({ type, value })}
        loss="they cost the list price while this discount is active."
        takenAt={status === SwitchStatus.ACTIVE ? undefined : startInWords(discount, openedAt)}
        {...(productType === 'courses' && { batch: batches.discountCourses })}
      />
    </Section>
  );
}
