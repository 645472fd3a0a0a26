/** Second step of a sign-in, sent with the 401 of a right password (docs/decisions/0092). */
import { z } from 'zod';

/** Options of a passkey as the browser's `parse…OptionsFromJSON` reads them. */
export const passkeyOptions = z.record(z.string(), z.unknown());

/**
 * Factors that can be added: an authenticator app, by its secret in Base32 and as the `otpauth:` address of its QR code, or a
 * passkey, named after the device unless the person writes another name.
 */
export const enrolment = z.object({ secret: z.string(), uri: z.string(), device: z.string() });

export const secondStep = z.object({
  /** Token of this sign-in: single use, 10 minutes. */
  challenge: z.string(),
  /** Set if the account has no second factor and its role needs one: the step then adds it. */
  enrolment: enrolment.nullable(),
  /** Whether a code of an authenticator app is accepted; a recovery code always is, except for an enrolment. */
  hasApp: z.boolean(),
  /** Options to use a passkey, or for an enrolment to create one; null: not possible here. */
  passkey: passkeyOptions.nullable(),
});
export type SecondStep = z.infer<typeof secondStep>;
