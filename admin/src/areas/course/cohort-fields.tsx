import { listShifts, noShift } from '#contract/course.ts';
import { NumberField, SelectField } from '#kit/form/fields.tsx';
import { DayField } from '#kit/form/moment-field.tsx';
import { useCall } from '#kit/api/use-call.ts';
import { FieldGroup, Pair } from './field-group.tsx';
import type { CourseForm } from './use-course-form.ts';

/** NONE comes first, reads 'Tidak ada Shift' and is sent as null (spec §3). */
const none = { value: null, label: noShift.description };

/** When a fast-track course runs, and for how many. */
export function CohortFields({ form }: { form: CourseForm }) {
  const { data, error } = useCall(listShifts, {});
  const shifts = data ?? [];
  const { shift } = form.fields.values;
  // Until the shifts are here, or when they fail to come, the course's own is a choice all the same.
  const unknown = shift !== null && !shifts.some(({ code }) => code === shift) ? [{ value: shift, label: shift }] : [];
  const options = [none, ...unknown, ...shifts.map(({ code, description }) => ({ value: code, label: description }))];
  return (
    <FieldGroup title="Schedule">
      <Pair>
        <DayField form={form} name="startDate" label="First day" isOptional hint="Empty: not fixed yet." />
        <DayField form={form} name="endDate" label="Last day" isOptional />
      </Pair>
      <Pair>
        <SelectField
          form={form}
          name="shift"
          label="Shift"
          options={options}
          hint={error ? 'The shifts could not be loaded. Reload the page to choose another.' : undefined}
        />
        <NumberField form={form} name="capacity" label="Capacity" isOptional hint="Members at most. Empty: no limit." />
      </Pair>
    </FieldGroup>
  );
}
