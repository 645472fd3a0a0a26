/** At the bottom while something is not saved: what it needs, discard, save. */
import { Button, UnstyledButton } from '@mantine/core';
import { askDiscard } from './ask-discard.ts';
import type { EditForm } from './use-edit-form.ts';
import { thenFocus } from '../feedback/focus.ts';
import { Unavailable } from '../feedback/unavailable.tsx';
import { counted } from '../format/formats.ts';
import { BottomBar, KeyOf } from './bottom-bar.tsx';

export function SaveBar<Values>({ form }: { form: EditForm<Values> }) {
  if (!form.isDirty && !form.isSaving) return null;
  const wrong = Object.keys(form.fields.errors).length;
  const said =
    form.trouble ||
    (wrong > 0 ? (
      <UnstyledButton td="underline" onClick={() => form.place.show()}>
        {counted(wrong, 'field needs', 'fields need')} a look
      </UnstyledButton>
    ) : form.isRestored ? (
      'Your unsaved changes were restored.'
    ) : (
      'Unsaved changes'
    ));
  // The bar goes, and with it what was pressed: what follows it on the page may be what destroys.
  const goOn = () => form.place.last() ?? document.querySelector<HTMLElement>('#main');
  return (
    <BottomBar label="Unsaved changes" said={said}>
      <Unavailable why={form.isSaving && 'It is being saved'}>
        <Button variant="default" onClick={() => void thenFocus(() => askDiscard(form), goOn)}>
          Discard
        </Button>
      </Unavailable>
      <Button
        loading={form.isSaving}
        onClick={() => void thenFocus(form.submit, goOn)}
        rightSection={<KeyOf letter="S" />}
      >
        Save
      </Button>
    </BottomBar>
  );
}
