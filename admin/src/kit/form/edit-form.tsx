/** Form element around fields. {@link FormBody} leaves the shortcuts and the save bar to the record's page. */
import { Button, Group, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { FormKeeper } from './form-keeper.tsx';
import type { EditForm as Form } from './use-edit-form.ts';

interface BodyProps<Values> {
  form: Form<Values>;
  children: ReactNode;
}

export function FormBody<Values>({ form, children }: BodyProps<Values>) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <form ref={form.place.ref} onSubmit={submit} noValidate>
      {children}
      {/* Makes Enter in a field submit the form. */}
      <input type="submit" hidden />
    </form>
  );
}

interface Props<Values> extends BodyProps<Values> {
  submitLabel: string;
  /** The button is red, because what it does cannot be undone. */
  isDestructive?: boolean;
  /** Cancel button; the dialog asks before unsaved values are lost. */
  onCancel?: () => void;
  /** Path of the record whose tabs keep the form's draft. */
  base?: string;
}

/** Form with its own submit button below the fields. */
export function EditForm<Values>({
  form,
  children,
  submitLabel,
  isDestructive = false,
  onCancel,
  base,
}: Props<Values>) {
  return (
    <FormBody form={form}>
      <Stack gap="md">{children}</Stack>
      <Group justify="flex-end" gap="xs" mt="lg">
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button type="submit" {...(isDestructive && { color: 'red' })} loading={form.isSaving}>
          {submitLabel}
        </Button>
      </Group>
      <FormKeeper form={form} isCreating base={base} />
    </FormBody>
  );
}
