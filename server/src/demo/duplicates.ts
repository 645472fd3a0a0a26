/** Members with two accounts: who signed up again later with the same phone, and the pairs that the queue shows. */
import type { DemoRows, World } from './records.ts';

type User = DemoRows['user'][number];

/** Places of the two accounts among the members, oldest first; both have courses. */
const places = [
  [31, 97],
  [44, 101],
  [58, 104],
] as const;

const pairsOf = ({ tenant }: World, users: readonly User[]) => {
  const members = users.filter(({ role }) => role === 'member');
  // One brand has none, so that its queue is empty.
  return tenant === 'data' ? [] : places.map(([first, again]) => [members[first]!, members[again]!] as const);
};

/** Gives the later account the phone of the earlier one, and its name with the last name cut. */
export function withSecondAccounts(world: World, users: readonly User[]): User[] {
  const earlier = new Map(pairsOf(world, users).map(([first, again]) => [again.id, first]));
  return users.map((user) => {
    const first = earlier.get(user.id);
    if (!first) return user;
    const name = first.name.replace(/ (\S)\S*$/, ' $1.');
    return { ...user, name, phoneNumber: first.phoneNumber, phoneE164: first.phoneE164 };
  });
}

export const makeDuplicates = (world: World, users: readonly User[]): Pick<DemoRows, 'userDuplicate'> => ({
  userDuplicate: pairsOf(world, users).map((pair) => {
    const [firstId, secondId] = pair.map(({ id }) => id).toSorted() as [string, string];
    return { firstId, secondId, reason: 'phone', foundAt: world.now.toISOString() };
  }),
});
