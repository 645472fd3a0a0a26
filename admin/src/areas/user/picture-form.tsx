/** Picture of a user: an upload or a URL. */
import { changeUserPicture, userPicture } from '#contract/user/endpoints.ts';
import { useAction } from '#kit/api/use-action.ts';
import { EditForm } from '#kit/form/edit-form.tsx';
import { Field } from '#kit/form/field.tsx';
import { useEditForm } from '#kit/form/use-edit-form.ts';
import { baselineOf, draftOf } from '#kit/form/values.ts';
import { Section } from '#kit/record/detail-page.tsx';
import type { Profile } from './user.ts';

export function PictureForm({ user, refetch }: { user: Profile; refetch: () => Promise<Profile | undefined> }) {
  const change = useAction(changeUserPicture);
  const form = useEditForm({
    name: `user/${user.id}/picture`,
    schema: userPicture,
    initial: draftOf(userPicture, user),
    version: user.version,
    save: (body, options) => change.run({ params: { id: user.id }, body }, options),
    latest: async () => baselineOf(userPicture, await refetch()),
  });
  return (
    <Section title="Picture">
      <EditForm form={form} submitLabel="Save picture">
        <Field form={form} name="image" />
      </EditForm>
    </Section>
  );
}
