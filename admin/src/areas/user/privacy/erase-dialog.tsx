/** Dialog that erases a person: what is deleted and what is kept, with a typed confirmation. */
import { Text } from '@mantine/core';
import { erasePerson, erasureDraft, previewErasure } from '#contract/user/privacy.ts';
import { useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { Field } from '#kit/form/field.tsx';
import { FormDialog } from '#kit/form/form-dialog.tsx';
import { useEditForm } from '#kit/form/use-edit-form.ts';
import { Loaded } from '#kit/record/loaded.tsx';
import type { Profile } from '../user.ts';
import { Report } from './report.tsx';

interface Props {
  requestId: string;
  user: Profile;
  close: () => void;
}

export function EraseDialog({ requestId, user, close }: Props) {
  const result = useCall(previewErasure, { params: { id: user.id } });
  const erase = useAction(erasePerson);
  const form = useEditForm({
    name: `privacy/${requestId}/erasure`,
    schema: erasureDraft,
    initial: { confirmation: '' },
    // Erasing asks for the e-mail anew each time.
    isSecret: true,
    save: (body, options) => erase.run({ params: { id: requestId }, body }, options),
    onSaved: close,
  });
  return (
    <FormDialog
      form={form}
      title={`Erase ${user.name}?`}
      submitLabel="Erase for ever"
      close={close}
      isWide
      isDestructive
    >
      <Text>
        It cannot be undone. The name, e-mail and phone are replaced everywhere, also in tracked orders and the history;
        the account is deactivated at once.
      </Text>
      <Loaded result={result} what="person’s data">
        {({ rows }) => <Report rows={rows} />}
      </Loaded>
      <Field form={form} name="confirmation" />
    </FormDialog>
  );
}
