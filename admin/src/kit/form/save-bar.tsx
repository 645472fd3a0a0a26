/** Save bar: status, Discard and Save while the form has unsaved changes. */
import { Button, UnstyledButton } from '@mantine/core';
import { askDiscard } from './ask-discard.ts';
import type { EditForm } from './use-edit-form.ts';
import { runThenFocus } from '../feedback/focus.ts';
import { Unavailable } from '../feedback/unavailable.tsx';
import { counted } from '../format/formats.ts';
import { BottomBar, KeyOf } from './bottom-bar.tsx';

export function SaveBar<Values>({ form }: { form: EditForm<Values> }) {
  if (!form.isDirty && !form.isSaving) return null;
  const invalidCount = Object.keys(form.fields.errors).length;
  const status =
    form.trouble ||
    (invalidCount > 0 ? (
      <UnstyledButton td="underline" onClick={() => form.place.show()}>
        {counted(invalidCount, 'field needs', 'fields need')} a look
      </UnstyledButton>
    ) : form.isRestored ? (
      'Your unsaved changes were restored.'
    ) : (
      'Unsaved changes'
    ));
  // The bar disappears together with the pressed button; without this, focus could land on a destructive button after
  // it.
  const nextFocus = () => form.place.last() ?? document.querySelector<HTMLElement>('#main');
  return (
    <BottomBar label="Unsaved changes" status={status}>
      <Unavailable why={form.isSaving && 'It is being saved'}>
        <Button variant="default" onClick={() => void runThenFocus(() => askDiscard(form), nextFocus)}>
          Discard
        </Button>
      </Unavailable>
      <Button
        loading={form.isSaving}
        onClick={() => void runThenFocus(form.submit, nextFocus)}
        rightSection={<KeyOf letter="S" />}
      >
        Save
      </Button>
    </BottomBar>
  );
}
