/** Dialog of the account that is open; the account menu renders it. */
import { sharedValue } from '#kit/shared-value.ts';

export const accountDialog = sharedValue<'sessions' | 'password' | undefined>(undefined);
