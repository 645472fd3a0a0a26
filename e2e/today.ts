/** Replies of the start page for states that the demo data does not have. */
export const emptyToday = { items: [], kinds: [], aside: 0, failed: [], figures: [] };
export const noSteps = { course: false, lesson: false, price: false, published: false, order: false, newest: null };
