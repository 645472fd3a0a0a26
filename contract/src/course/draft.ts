/** Editable fields of a course, each with rule, label, hint and kind (domain.md, Course). */
import { whenValid } from '../kernel/when-valid.ts';
import { z } from 'zod';
import { courseTypeNumber, courseTypeOf } from './rules.ts';
import { choice, field } from '../kernel/draft.ts';
import { accessMonths } from '../kernel/access-term.ts';
import { category, day, idOf, imageLink, link, money, name, score, text, whole } from '../kernel/fields.ts';

/** Stored numbers of product kinds. */
export const ProductKind = { FLEXY: 0, ACADEMY: 2 } as const;
export const productKindNames = { [ProductKind.FLEXY]: 'Flexy', [ProductKind.ACADEMY]: 'Academy' } as const;
export const deliveryNames = { online: 'Online', offline: 'Onsite' } as const;
export const courseKindNames = { regular: 'Regular', private: 'Private' } as const;
export const levelNames = { beginner: 'Beginner', intermediate: 'Intermediate', advanced: 'Advanced' } as const;

export const instructor = z.object({
  name: field(name(1, 100), { label: 'Name' }),
  title: field(name(0, 100).default(''), { label: 'Title' }),
  photo: field(imageLink.nullable().default(null), { label: 'Photo' }),
  bio: field(text(2000).default(''), { label: 'About', kind: 'textArea' }),
  /** Staff account that this names, which gives rights to the course (docs/decisions/0089). */
  userId: field(idOf('user').nullable().optional(), {
    label: 'Account',
    hint: 'Who signs in with it sees and changes this course where instructors see only courses that name them.',
  }),
});
export type Instructor = z.output<typeof instructor>;

interface Place {
  type: number;
  deliveryMode: string;
}

/** Upper limit of a description's characters, including markup. */
export const maxDescriptionLength = 50_000;

/** Editable fields of a course. Thumbnail and category are required only for publishing. */
export const courseFields = {
  name: field(name(3, 150), { label: 'Name' }),
  thumbnail: field(imageLink.nullable(), {
    label: 'Thumbnail',
    hint: 'Required to publish. A picture, 16 by 10: JPEG, PNG or WebP, up to 2 MB, or its address.',
    isOptional: false,
  }),
  category: field(category.nullable(), { label: 'Category', none: 'Not chosen yet' }),
  productKind: field(choice(productKindNames, 'A product kind is 0 or 2'), { label: 'Product' }),
  deliveryMode: field(choice(deliveryNames), { label: 'Delivery' }),
  courseKind: field(choice(courseKindNames), { label: 'Class type' }),
  price: field(money, { label: 'Price', hint: 'Rp0 is free. Discounts are taken off this.' }),
  accessMonths,
  /** HTML, sanitized on save to the tags of the admin's editor (docs/decisions/0009). */
  description: field(text(maxDescriptionLength), { label: 'Description', kind: 'richText' }),
  learningOutcomes: field(z.array(name(1, 300)).max(30, 'At most 30'), { label: 'Learning outcomes', item: 'outcome' }),
  skills: field(z.array(name(1, 60)).max(30, 'At most 30'), { label: 'Skills', item: 'skill' }),
  prerequisites: field(text(5000), { label: 'Prerequisites', kind: 'textArea' }),
  level: field(choice(levelNames), { label: 'Level' }),
  instructors: field(z.array(instructor).max(20, 'At most 20'), { label: 'Instructors', item: 'instructor' }),
  introVideoUrl: field(link.nullable(), { label: 'Intro video', kind: 'video' }),
  whatsappGroupUrl: field(link.nullable(), { label: 'WhatsApp group' }),
  hasCertificate: field(z.boolean(), { label: 'Members who pass get a certificate' }),
  passingScore: field(score, { label: 'Passing score', hint: 'From 0 to 100.' }),
  shift: field(text(20).nullable(), { label: 'Shift', isOptional: false }),
  startDate: field(day.nullable(), { label: 'First day', hint: 'Empty: not fixed yet.' }),
  endDate: field(day.nullable(), { label: 'Last day' }),
  capacity: field(whole().min(1, 'At least 1').max(100_000, 'At most 100.000').nullable(), {
    label: 'Capacity',
    hint: 'Members at most. Empty: no limit.',
  }),
  location: field(text(300).trim().nullable(), {
    label: 'Location',
    placeholder: 'Building, street, city',
    overrides: ({ type, deliveryMode }: Place) => ({
      isHidden: deliveryMode !== 'offline',
      isOptional: courseTypeOf(type) === 'flexy',
    }),
  }),
  meetingUrl: field(link.nullable(), { label: 'Meeting link' }),
};

/** Values of the cohort fields in a regular course. */
export const noCohort = { shift: null, startDate: null, endDate: null, capacity: null } as const;

/** 0 regular, 1 fast-track. An update must send the course's own type (spec §3). */
export const type = z.union([z.literal(0), z.literal(1)], 'A type is 0 or 1');

/** Whole course as its form holds it; shift NONE is null (spec §3). Publishing is a separate step. */
export const courseDraft = z
  .object({ ...courseFields, type })
  .superRefine(
    (course, context) => {
      const { startDate, endDate } = course;
      if (course.type !== courseTypeNumber['fast-track'] || endDate === null) return;
      const wrong = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
      if (startDate === null) wrong('startDate', 'Needs a start');
      else if (startDate > endDate) wrong('endDate', 'Ends before it starts');
    },
    whenValid('type', 'startDate', 'endDate'),
  )
  .superRefine(
    (course, context) => {
      if (course.type === courseTypeNumber['fast-track'] && course.deliveryMode === 'offline' && !course.location)
        context.addIssue({ code: 'custom', path: ['location'], message: 'An onsite course needs a location' });
    },
    whenValid('type', 'deliveryMode', 'location'),
  );

/** Fields for creating a course: its name only. */
export const newCourse = z.object({
  name: field(courseFields.name, {
    label: 'Name',
    hint: 'It starts as a draft, visible only to your team until you publish it.',
  }),
});
