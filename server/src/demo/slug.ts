/** A name as it stands in an address: lower-case letters and digits, joined by dashes. */
export const slugOf = (name: string): string => name.toLowerCase().replace(/#/g, ' sharp').replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
