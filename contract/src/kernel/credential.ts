/** Proof by a passkey, as sent to the server. */
import { z } from 'zod';
import { text } from './fields.ts';

/** Token of a challenge that the server issued. */
export const challenge = text(100);

/** Answer of `navigator.credentials`, to create a passkey or to use one; binary parts in base64url. */
export const credential = z.object({
  id: text(1400),
  response: z.object({
    clientDataJSON: text(4000),
    attestationObject: text(20_000).optional(),
    authenticatorData: text(4000).optional(),
    signature: text(4000).optional(),
    /** Ways to reach the authenticator, separated by commas: `usb,nfc`. */
    transports: text(200).optional(),
  }),
});
export type Credential = z.infer<typeof credential>;
