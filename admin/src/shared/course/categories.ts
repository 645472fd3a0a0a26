/** Labels and choices of categories (spec §9). */
import { categoryNames, type Category } from '#contract/kernel/fields.ts';
import { choicesOf } from '#kit/format/choices.ts';

export const categoryName = (category: Category): string => categoryNames[category];

export const categoryChoices = choicesOf(categoryNames);
