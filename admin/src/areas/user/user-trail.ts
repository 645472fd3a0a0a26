/** How the history of a user is told, in the words of the profile. */
import { displayPhone } from '#kit/format/formats.ts';
import type { TrailWords } from '#kit/record/history-words.ts';
import { roleNames } from './user.ts';

export const userTrail: TrailWords = {
  labels: {
    name: 'Full name',
    email: 'E-mail',
    phoneNumber: 'Phone',
    uoc: 'Institution',
    image: 'Picture',
    joinedAt: 'Joined',
    passwordHash: 'Password',
  },
  words: {
    role: roleNames,
    phoneNumber: (phone: string) => displayPhone(phone) || '–',
    passwordHash: () => 'Not kept in the history',
  },
};
