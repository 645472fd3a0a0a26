/** Somebody deleted the record that a person is changing: what they typed stays, is copied, or created again. */
import { Alert, Button, Group } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { askDiscard } from '../form/ask-discard.ts';
import { sayValue } from '../form/field-words.ts';
import type { EditForm } from '../form/use-edit-form.ts';

interface Props<Values> {
  form: EditForm<Values>;
  what: string;
  canCreate: boolean;
}

export function DeletedRecord<Values extends object>({ form, what, canCreate }: Props<Values>) {
  const clipboard = useClipboard({ timeout: 1500 });
  return (
    <Alert color="red" role="alert" mb="lg" title={`Somebody deleted this ${what} while you changed it`}>
      What you typed is still here. {canCreate ? 'Create it again from it, or copy it.' : 'Copy what you still need.'}
      <Group gap="xs" mt="sm">
        {canCreate && (
          <Button loading={form.isSaving} onClick={() => void form.submit()}>
            Create it again
          </Button>
        )}
        <Button variant="default" onClick={() => clipboard.copy(inLines(form))}>
          {clipboard.copied ? 'Copied' : 'Copy what is written'}
        </Button>
        <Button variant="default" onClick={() => void askDiscard(form)}>
          Discard
        </Button>
      </Group>
    </Alert>
  );
}

/** `Name: Promo`, a field a line. */
const inLines = <Values extends object>({ fields, field }: EditForm<Values>): string =>
  Object.entries(fields.getValues())
    .map(([name, value]) => [field(name), value] as const)
    .filter(([{ isHidden }]) => !isHidden)
    .map(([shown, value]) => `${shown.label}: ${sayValue(value, shown)}`)
    .join('\n');
