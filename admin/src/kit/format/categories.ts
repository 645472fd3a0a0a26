/** Categories as people read them (spec §9). */
import { categories, type Category } from '#contract/fields.ts';

export const categoryName = (category: Category): string => category.charAt(0).toUpperCase() + category.slice(1);

export const categoryChoices = categories.map((value) => ({ value, label: categoryName(value) }));
