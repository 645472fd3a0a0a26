/** Shifts of a fast-track course; NONE comes first, reads 'Tidak ada Shift' and is sent as null. */
import { listShifts, noShift } from '#contract/course/endpoints.ts';
import { useCall } from '#kit/api/use-call.ts';
import type { FieldProps } from '#kit/form/bind.ts';
import { SelectField } from '#kit/form/fields.tsx';

const none = { value: null, label: noShift.description };

export function ShiftField<Values extends { shift: string | null }>({ form, name }: FieldProps<Values>) {
  const { data: shifts = [], error } = useCall(listShifts, {});
  const { shift } = form.fields.values;
  // Until the shifts are loaded, or if that fails, the course's own shift is a choice.
  const unknown = shift !== null && !shifts.some(({ code }) => code === shift) ? [{ value: shift, label: shift }] : [];
  const choices = [none, ...unknown, ...shifts.map(({ code, description }) => ({ value: code, label: description }))];
  const hint = error && 'The shifts could not be loaded. Reload the page to choose another.';
  return <SelectField form={form} name={name} words={{ kind: 'choice', choices, ...(hint && { hint }) }} />;
}
