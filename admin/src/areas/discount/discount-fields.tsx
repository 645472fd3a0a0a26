import { SimpleGrid } from '@mantine/core';
import type { z } from 'zod';
import type { discountDraft } from '#contract/discount.ts';
import { DiscountType } from '#contract/price.ts';
import { MoneyField, NumberField, SelectField, TextField } from '#kit/form/fields.tsx';
import { MomentField } from '#kit/form/moment-field.tsx';
import type { EditForm } from '#kit/form/use-edit-form.ts';
import { productNames, typeNames } from './discount-words.tsx';

export type DiscountDraft = z.input<typeof discountDraft>;

const types = Object.values(DiscountType).map((value) => ({ value, label: typeNames[value] }));
const products = Object.entries(productNames).map(([value, label]) => ({ value, label }));

const values = {
  [DiscountType.IDR_BECOMES]: [
    'Price becomes',
    'What a member pays, whatever the list price; it never raises a price.',
  ],
  [DiscountType.IDR_OFF]: ['Amount off', 'Taken off the list price; the price does not go below Rp0.'],
  [DiscountType.PERCENTAGE]: ['Percentage off', 'From 1 to 100, rounded down to the rupiah.'],
} as const;

/** The fields of a discount, for creating and for editing. */
export function DiscountFields({ form }: { form: EditForm<DiscountDraft> }) {
  const type = form.fields.values.discountType;
  const [label, hint] = values[type];
  // 10 of a hundred is not 10 rupiah.
  const clearValue = () => form.fields.setFieldValue('discount', null as unknown as number);
  return (
    <>
      <TextField form={form} name="name" label="Name" hint="For your team; members see the price only." />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <SelectField form={form} name="discountType" label="Type" options={types} onChoose={clearValue} />
        {type === DiscountType.PERCENTAGE ? (
          <NumberField form={form} name="discount" label={label} hint={hint} suffix="%" />
        ) : (
          <MoneyField form={form} name="discount" label={label} hint={hint} />
        )}
      </SimpleGrid>
      <SelectField form={form} name="productType" label="Meant for" options={products} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <MomentField form={form} name="startDate" label="Starts" isOptional hint="Empty: as soon as it is active." />
        <MomentField form={form} name="endDate" label="Ends" isOptional hint="Empty: until you deactivate it." />
      </SimpleGrid>
    </>
  );
}
