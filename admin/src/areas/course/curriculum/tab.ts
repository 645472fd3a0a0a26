/** Curriculum tab of a course. */
export const curriculum = { label: 'Curriculum', path: 'curriculum' };
