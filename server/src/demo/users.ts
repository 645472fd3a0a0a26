/** Users of a tenant: the demo users, instructors, customer services, and members. */
import { demoUsers } from '#contract/auth/demo-users.ts';
import type { Role } from '#contract/kernel/endpoint.ts';
import { userColumns } from '#shared/user-record.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import { customerServices } from './customer-services.ts';
import { demoId } from './demo-id.ts';
import { dice, type Dice } from './dice.ts';
import { before, day, hour } from './moments.ts';
import { firstNames, foreignNames, lastNames, unusualNames } from './people.ts';
import { phone } from './phone.ts';
import type { Identified, World } from './records.ts';
import { cities, companies, jobs, universities } from './walks-of-life.ts';

export interface PasswordHashes {
  /** Hash of the password that the sign-in page shows. */
  demo: string;
  /** Hash of a random password: only the demo users can sign in, and those are refused in production. */
  unknown: string;
}

type User = Identified<'user'>;

const members = 108;
const unusualEvery = 15;
const staffAge = 730 * day;

export function makeUsers({ tenant, now, catalogue }: World, hashes: PasswordHashes): User[] {
  const chance = dice(`${tenant} users`);
  const email = addresses();
  const newcomers = Array.from({ length: members }, () => before(now, chance.int(hour, 700 * day))).toSorted(
    (a, b) => a.getTime() - b.getTime(),
  );
  const staff = staffOf(catalogue, email).map((person, index) => ({
    uoc: 'PT Lentera Edukasi Bangsa',
    job: 'Tim operasional',
    ...person,
    joinedAt: before(now, staffAge - index * day),
    passwordHash: index < demoUsers.length ? hashes.demo : hashes.unknown,
  }));
  const joined = newcomers.map((joinedAt, index) => ({
    ...member(chance, index, email),
    role: 'member' as Role,
    joinedAt,
    passwordHash: hashes.unknown,
  }));
  return [...staff, ...joined].map((person, n): User => ({
    ...person,
    id: demoId(tenant, 'user', n),
    joinedAt: person.joinedAt.toISOString(),
    updatedAt: person.joinedAt.toISOString(),
    ...userColumns({ phoneNumber: phone(chance) }),
    location: chance.pick(cities),
    image: null,
    lastLoginAt: lastLogin(chance, person.joinedAt, now),
  }));
}

/** Demo users first, then instructors, then customer services. */
function staffOf({ mentors }: Catalogue, email: ReturnType<typeof addresses>) {
  const office = (name: string, job: string, role: Role) => ({ name, job, email: email(name, 'kantor.test'), role });
  return [
    ...demoUsers,
    ...mentors.map(([name, job]) => office(name, job, 'instructor')),
    ...customerServices.slice(1).map(({ name }) => office(name, 'Customer Service', 'customer-service')),
  ];
}

/** A student, an employee, or neither, with a matching e-mail address. */
function member(chance: Dice, index: number, email: ReturnType<typeof addresses>) {
  const unusual = index % unusualEvery === 0 ? unusualNames[index / unusualEvery] : undefined;
  const usual = unusual ?? `${chance.pick(firstNames)} ${chance.pick(lastNames)}`;
  const [name, latin] = foreignNames[index] ?? [usual, usual];
  const kind = chance.weighted({ student: 45, worker: 45, other: 10 });
  if (kind === 'student')
    return { name, uoc: chance.pick(universities), job: 'Mahasiswa', email: email(latin, 'kampus.test') };
  if (kind === 'worker')
    return { name, uoc: chance.pick(companies), job: chance.pick(jobs), email: email(latin, 'example.com') };
  return {
    name,
    uoc: '',
    job: chance.pick(['', 'Pekerja lepas', 'Pencari kerja']),
    email: email(latin, 'example.com'),
  };
}

/** More recent logins are more likely; one in ten never logged in again after joining. */
function lastLogin(chance: Dice, joinedAt: Date, now: Date): string | null {
  if (chance.chance(0.1)) return null;
  const share = (chance.int(0, 1000) / 1000) ** 3;
  return before(now, Math.round((now.getTime() - joinedAt.getTime()) * share)).toISOString();
}

/**
 * Returns a function that creates unique addresses from names; the domains are reserved, so no mail can reach anybody.
 */
function addresses() {
  const used = new Map<string, number>();
  return (name: string, domain: string): string => {
    const words = name.split(' ').filter((word) => !word.includes('.'));
    const local = words
      .slice(0, 2)
      .join('.')
      .toLowerCase()
      .replace(/[^a-z.]/g, '');
    const count = (used.get(local) ?? 0) + 1;
    used.set(local, count);
    return `${local}${count > 1 ? count : ''}@${domain}`;
  };
}
