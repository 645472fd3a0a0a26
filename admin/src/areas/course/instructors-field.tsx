/** Instructors of a course, each with the staff account that it names; only admins choose accounts. */
import { useEffect } from 'react';
import { listTeachers } from '#contract/course/endpoints.ts';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { role } from '#kit/api/session.ts';
import { useCall } from '#kit/api/use-call.ts';
import type { FieldProps } from '#kit/form/bind.ts';
import { Rows } from '#kit/form/field.tsx';
import { SelectField } from '#kit/form/fields.tsx';
import { ListField } from '#kit/form/list-field.tsx';

const none = { value: null, label: 'None: no account sees the course by this' };

function AccountField<Values>({ form, name }: FieldProps<Values>) {
  const { data: teachers = [], error } = useCall(listTeachers, {});
  const at = (path: string) =>
    path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown>)?.[key], form.fields.values);
  const place = at(name);
  const nameField = name.replace(/userId$/, 'name');
  const chosen = teachers.find(({ userId }) => userId === place);
  useEffect(() => {
    if (chosen && at(nameField) === '') form.fields.setFieldValue(nameField, chosen.name as never);
    // A name that is written later stays as it is.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [chosen?.userId]);
  // Until the accounts are loaded, or if it is no staff account any more, the chosen one is a choice.
  const unknown =
    typeof place === 'string' && !chosen ? [{ value: place, label: 'An account that is not listed' }] : [];
  const choices = [
    none,
    ...unknown,
    ...teachers.map(({ userId, name: who, email }) => ({ value: userId, label: `${who}, ${email}` })),
  ];
  const hint = error && 'The accounts could not be loaded. Reload the page to choose another.';
  return <SelectField form={form} name={name} words={{ kind: 'choice', choices, ...(hint && { hint }) }} />;
}

export function InstructorsField<Values>(props: FieldProps<Values>) {
  const draw = (names: readonly string[]) => {
    const [name = '', title = '', ...rest] = names.filter((one) => !one.endsWith('.userId'));
    const account = `${name.slice(0, name.lastIndexOf('.'))}.userId`;
    const rows = [...(mayCall(listTeachers, role() ?? '') ? [account] : []), [name, title] as const, ...rest];
    return <Rows form={props.form} rows={rows} special={{ [account]: AccountField }} />;
  };
  return <ListField {...props} draw={draw} />;
}
