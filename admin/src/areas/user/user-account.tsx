/** Sign-in, password, picture, sessions and second factors of a user, below the form with the fields. */
import { Text } from '@mantine/core';
import { getUserFactors } from '#contract/auth/second-factor.ts';
import { listUserSessions, maySetPassword } from '#contract/auth/sessions.ts';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { changeUserPicture, userPicture } from '#contract/user/endpoints.ts';
import { role, subject } from '#kit/api/session.ts';
import { useAction } from '#kit/api/use-action.ts';
import { EditForm } from '#kit/form/edit-form.tsx';
import { Field } from '#kit/form/field.tsx';
import { useEditForm } from '#kit/form/use-edit-form.ts';
import { baselineOf, draftOf } from '#kit/form/values.ts';
import { Section } from '#kit/record/detail-page.tsx';
import { SamePeople } from '#admin-shared/user/new-member.tsx';
import { UserSignIn } from './user-sign-in.tsx';
import { ChangePassword } from './change-password.tsx';
import { UserFactors } from './user-factors.tsx';
import { UserMerges } from './merge/user-merges.tsx';
import { PrivacyRequests } from './privacy/privacy-requests.tsx';
import { UserSessions } from './user-sessions.tsx';
import type { OpenUser } from './user.ts';

/** E-mail and phone as they are typed. */
const contactsIn = ({ form: { fields } }: OpenUser) => ({
  email: fields.values.email ?? '',
  phoneNumber: fields.values.phoneNumber ?? '',
});

export const UserAccount = (opened: OpenUser) => (
  <>
    {opened.mayEdit && <SamePeople {...contactsIn(opened)} except={opened.id} />}
    <UserSignIn {...opened} />
    <Password {...opened} />
    {opened.mayEdit && <Picture {...opened} />}
    {mayCall(listUserSessions, role() ?? '') && opened.record.role !== 'member' && (
      <UserSessions user={opened.record} />
    )}
    {mayCall(getUserFactors, role() ?? '') && opened.record.role !== 'member' && <UserFactors user={opened.record} />}
    <UserMerges user={opened.record} />
    <PrivacyRequests user={opened.record} />
  </>
);

function Password({ record, mayEdit, refetch }: OpenUser) {
  if (record.id === subject())
    return (
      <Section title="Password">
        <Text c="dimmed">Your own password is changed from your menu, at the top right.</Text>
      </Section>
    );
  return mayEdit && maySetPassword(role() ?? '', record.role) ? (
    <ChangePassword user={record} refetch={refetch} />
  ) : null;
}

function Picture({ record: user, refetch, base }: OpenUser) {
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
      <EditForm form={form} submitLabel="Save picture" base={base}>
        <Field form={form} name="image" />
      </EditForm>
    </Section>
  );
}
