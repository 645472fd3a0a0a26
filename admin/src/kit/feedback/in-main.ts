/** Where a menu is drawn that what it belongs to would cut: outside of that, but still in the page's main part. */
export const inMain = { target: '#main' };
