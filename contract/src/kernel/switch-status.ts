/** Status of a record with a switch and a period, such as a discount. */

/** 0 and 1 are set by users; 2 and 3 are derived from the period of a record that is switched on. */
export const SwitchStatus = { INACTIVE: 0, ACTIVE: 1, SCHEDULED: 2, EXPIRED: 3 } as const;
export type SwitchStatus = (typeof SwitchStatus)[keyof typeof SwitchStatus];
