/** Fields of an order for a company: its purchase order, and the end of the codes of its seats. */
import { Button, Group, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { companyFields } from '#contract/order/new-order.ts';
import { DayInput } from '#kit/form/day-input.tsx';
import { UploadField } from '#kit/form/upload-field.tsx';
import { momentsAt } from '#kit/form/use-date-text.ts';
import { formatLongMinute } from '#kit/format/formats.ts';
import type { NewOrder } from './use-new-order.ts';

interface Props {
  order: NewOrder;
  change: (changes: Partial<NewOrder>) => void;
}

const titleOf = (name: keyof typeof companyFields) => companyFields[name].meta()?.title ?? '';

export function ForCompany({ order, change }: Props) {
  const kind = useMemo(() => momentsAt('23:59'), []);
  return (
    <>
      <TextInput
        label={`${titleOf('purchaseOrder')} (optional)`}
        placeholder="PO/2026/0117"
        maxLength={60}
        autoComplete="off"
        value={order.purchaseOrder}
        onChange={(event) => change({ purchaseOrder: event.currentTarget.value })}
      />
      <UploadField
        kind="evidence"
        place="order/new#purchaseOrderFile"
        input={{
          name: 'purchaseOrderFile',
          label: `${titleOf('purchaseOrderFile')} (optional)`,
          placeholder: 'Drop the purchase order here',
        }}
        value={order.purchaseOrderFile}
        set={(purchaseOrderFile) => change({ purchaseOrderFile })}
      />
      <DayInput
        label={`${titleOf('seatsEnd')} (optional)`}
        kind={kind}
        value={order.seatsEnd}
        set={(seatsEnd) => change({ seatsEnd })}
        example="31/12/2027"
        inWords={formatLongMinute}
        hint="Empty: they do not end."
      />
      <Group>
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={() => change({ companyId: null, purchaseOrder: '', purchaseOrderFile: null, seatsEnd: '' })}
        >
          Order for the member instead
        </Button>
      </Group>
    </>
  );
}
