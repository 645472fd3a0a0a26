/** How the history of a discount is told, in the words of its form. */
import type { TrailWords } from '#kit/record/history-words.ts';
import { productNames, typeNames } from './discount-words.tsx';

export const discountTrail: TrailWords = {
  labels: {
    value: 'Value',
    discountType: 'Type',
    productType: 'Meant for',
    startDate: 'Starts',
    endDate: 'Ends',
    isActive: 'Status',
  },
  words: { discountType: typeNames, productType: productNames, isActive: { true: 'Active', false: 'Inactive' } },
};
