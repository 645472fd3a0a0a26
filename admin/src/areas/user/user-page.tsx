import { useParams } from '@tanstack/react-router';
import { mayCall } from '#contract/kernel.ts';
import { changeUserName, changeUserPicture, getUserProfile, userName, userPicture } from '#contract/user.ts';
import { DetailPage, Facts, Section } from '#kit/record/detail-page.tsx';
import { EditForm } from '#kit/form/edit-form.tsx';
import { useEditForm } from '#kit/form/use-edit-form.ts';
import { baselineOf, draftOf } from '#kit/form/values.ts';
import { TextField } from '#kit/form/fields.tsx';
import { ImageField } from '#kit/form/image-field.tsx';
import { displayPhone } from '#kit/format/formats.ts';
import { History } from '#kit/record/history.tsx';
import { Loaded } from '#kit/record/loaded.tsx';
import { Moment } from '#kit/format/moment.tsx';
import { role } from '#kit/api/session.ts';
import { useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { ChangePassword } from './change-password.tsx';
import { UserCourses } from './user-courses.tsx';
import { userTrail } from './user-trail.ts';
import { type Profile, roleNames } from './user.ts';

export function UserPage() {
  const { id = '' } = useParams({ strict: false });
  const profile = useCall(getUserProfile, { params: { id } });
  return (
    <Loaded result={profile} what="user">
      {(user) => <User key={user.id} user={user} refetch={profile.refetch} />}
    </Loaded>
  );
}

/** Customer service reads; who may change a name may change the rest. */
function User({ user, refetch }: { user: Profile; refetch: () => Promise<Profile | undefined> }) {
  const mayEdit = mayCall(changeUserName, role() ?? '');
  return (
    <DetailPage
      breadcrumb={[{ label: 'Users', to: '/user' }]}
      title={user.name}
      image={user.image}
      side={<Side user={user} />}
    >
      {mayEdit && <NameForm user={user} refetch={refetch} />}
      {mayEdit && <PictureForm user={user} refetch={refetch} />}
      <UserCourses user={user} mayEdit={mayEdit} />
      {mayEdit && (user.role !== 'superadmin' || role() === 'superadmin') && (
        <ChangePassword user={user} refetch={refetch} />
      )}
    </DetailPage>
  );
}

function NameForm({ user, refetch }: { user: Profile; refetch: () => Promise<Profile | undefined> }) {
  const rename = useAction(changeUserName);
  const form = useEditForm({
    name: `user/${user.id}`,
    schema: userName,
    initial: draftOf(userName, user),
    version: user.version,
    save: (body, options) => rename.run({ params: { id: user.id }, body }, options),
    latest: async () => baselineOf(userName, await refetch()),
  });
  return (
    <Section title="Name">
      <EditForm form={form}>
        <TextField form={form} name="name" label="Full name" />
      </EditForm>
    </Section>
  );
}

function PictureForm({ user, refetch }: { user: Profile; refetch: () => Promise<Profile | undefined> }) {
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
      <EditForm form={form}>
        <ImageField form={form} name="image" label="Picture" isOptional />
      </EditForm>
    </Section>
  );
}

function Side({ user }: { user: Profile }) {
  return (
    <>
      <Facts
        title="Profile"
        facts={[
          ['E-mail', user.email],
          ['Phone', displayPhone(user.phoneNumber) || '–'],
          ['Institution', user.uoc || '–'],
          ['Job', user.job || '–'],
          ['Location', user.location || '–'],
          ['Role', roleNames[user.role]],
          ['Joined', <Moment key="joined" at={user.joinedAt} />],
          ['Last sign-in', <Moment key="signed-in" at={user.lastLoginAt} empty="Never" />],
        ]}
      />
      <History entity="user" entityId={user.id} {...userTrail} />
    </>
  );
}
