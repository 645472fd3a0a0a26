/** The form around its fields. A record's is kept by its page ({@link FormBody}); one with a button keeps itself. */
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
      {/* Without it Enter in a field would not send. */}
      <input type="submit" hidden />
    </form>
  );
}

interface Props<Values> extends BodyProps<Values> {
  submitLabel: string;
  /** Beside the submit button: leaves without creating; the dialog asks first. */
  onCancel?: () => void;
}

/** A form with a button of its own below its fields. */
export function EditForm<Values>({ form, children, submitLabel, onCancel }: Props<Values>) {
  return (
    <FormBody form={form}>
      <Stack gap="md">{children}</Stack>
      <Group justify="flex-end" gap="xs" mt="lg">
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button type="submit" loading={form.isSaving}>
          {submitLabel}
        </Button>
      </Group>
      <FormKeeper form={form} isCreating />
    </FormBody>
  );
}
