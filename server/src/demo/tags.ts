/** Tags of members. */
import { demoId } from './demo-id.ts';
import { dice } from './dice.ts';
import type { DemoRows, World } from './records.ts';

const names = [
  ['Alumni', 'green'],
  ['Beasiswa', 'purple'],
  ['Mitra kampus', 'blue'],
  ['Perlu dihubungi', 'yellow'],
  ['Korporat', 'grey'],
] as const;

export function makeTags({ tenant }: World, users: DemoRows['user']): Pick<DemoRows, 'tag' | 'tagUser'> {
  const chance = dice(`${tenant} tags`);
  const tag = names.map(([name, colour], n) => ({ id: demoId(tenant, 'tag', n), name, colour }));
  const members = users.filter(({ role }) => role === 'member');
  const tagUser = tag.flatMap(({ id: tagId }) =>
    members.filter(() => chance.int(0, 8) === 0).map(({ id: userId }) => ({ tagId, userId })),
  );
  return { tag, tagUser };
}
