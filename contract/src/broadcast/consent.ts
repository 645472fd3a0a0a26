/** States of a person's consent to broadcasts on a channel. */
export const consentStates = { unknown: 'Not recorded', agreed: 'Agreed', refused: 'Refused' } as const;
export type ConsentState = keyof typeof consentStates;
