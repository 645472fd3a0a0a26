/** Actions on the signed-in user's account, used by the account menu and the command palette. */
import { endSessionEverywhere } from '#kit/api/call.ts';
import { confirm } from '#kit/feedback/confirm.tsx';
import { uploadsAtStake } from '#kit/feedback/uploads.ts';
import { counted } from '#kit/format/formats.ts';
import { sharedValue } from '#kit/shared-value.ts';

/** Dialog of the account that is open; the account menu renders it. */
export const accountDialog = sharedValue<'sessions' | 'password' | 'second-factor' | undefined>(undefined);

/** Colour schemes of the app: Mantine's value and its label. */
export const schemes = [
  ['auto', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

/** Signs out at once, without waiting for the server. Asks first if uploads would be lost. */
export async function signOut() {
  const lost = uploadsAtStake().length;
  const files = counted(lost, 'file', 'files');
  const isSure =
    lost === 0 ||
    (await confirm({
      title: 'Sign out?',
      text: `${files} still on the way or not saved: ${uploadsAtStake()
        .map(({ file }) => file.name)
        .join(', ')}. Signing out gives that up.`,
      action: `Sign out and cancel ${files}`,
      back: 'Stay',
      isDestructive: true,
    }));
  if (!isSure) return;
  endSessionEverywhere('asked');
}
