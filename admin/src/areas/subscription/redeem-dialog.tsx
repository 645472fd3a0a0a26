/** Dialog that redeems an event voucher for an event by name, with the effect in words. */
import { Text } from '@mantine/core';
import { useRef } from 'react';
import { listEventVouchers, redeemDraft, redeemEventVoucher } from '#contract/subscription/endpoints.ts';
import { maxPageSize } from '#contract/kernel/page-size.ts';
import { useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { Rows } from '#kit/form/field.tsx';
import { FormDialog } from '#kit/form/form-dialog.tsx';
import { useEditForm } from '#kit/form/use-edit-form.ts';
import { EventField, useEvents } from './event-field.tsx';
import type { Profile } from './subscriber.ts';
import { effectOf } from './redeem-words.ts';

const rows = ['eventName'] as const;
const special = { eventName: EventField };

export function RedeemDialog({ record, close }: { record: Profile; close: () => void }) {
  const params = { id: record.id };
  const { run } = useAction(redeemEventVoucher);
  const { data } = useCall(listEventVouchers, { params, query: { pageSize: maxPageSize } });
  const isNewShown = useRef(false);
  const form = useEditForm({
    name: `redeem/${record.id}`,
    schema: redeemDraft,
    initial: { eventName: '' },
    save: (body, how) => run({ params, body: { ...body, isKnownEvent: !isNewShown.current } }, how),
    onSaved: close,
  });
  const { eventName } = form.fields.values;
  const { isNew } = useEvents(eventName);
  isNewShown.current = isNew;
  const text = effectOf(eventName, record, data?.eventVouchers ?? [], isNew);
  return (
    <FormDialog form={form} title={`Redeem for ${record.user.name}`} submitLabel="Redeem 1 voucher" close={close}>
      {/* Above the field, whose suggestions cover what is below. */}
      <Text size="sm" c="dimmed" aria-live="polite">
        {text}
      </Text>
      <Rows form={form} rows={rows} special={special} />
    </FormDialog>
  );
}
