/** Field of an NPWP or a NIK, which is stored as digits, and shown as people write it once it is typed. */
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatTaxNumber } from '#contract/payment/tax-number.ts';
import { type FieldProps, bind } from '#kit/form/bind.ts';

export function TaxNumberField<Values>(props: FieldProps<Values>) {
  const { value, set, input } = bind(props);
  const [isTyped, setTyped] = useState(false);
  const text = typeof value === 'string' ? value : '';
  return (
    <TextInput
      {...input}
      value={isTyped || !/^\d{15,16}$/.test(text) ? text : formatTaxNumber(text)}
      onChange={(event) => {
        setTyped(true);
        set(event.currentTarget.value);
      }}
      onBlur={() => {
        setTyped(false);
        input.onBlur();
      }}
    />
  );
}
