/** Labels and choices of categories (spec §9). */
import { categoryNames, type Category } from '#contract/fields.ts';

export const categoryName = (category: Category): string => categoryNames[category];

export const categoryChoices = Object.entries(categoryNames).map(([value, label]) => ({ value, label }));
