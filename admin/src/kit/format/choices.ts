/** Choices of a select, filter or segmented control, from the labels of its values. Pure. */

/** One choice for each label, in the order of the labels. */
export const choicesOf = (labels: Readonly<Record<string, string>>): { value: string; label: string }[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
