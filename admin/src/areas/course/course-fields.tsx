/** The fields of a course in the groups that people think in. */
import { ProductKind } from '#contract/course.ts';
import type { CourseType } from '#contract/course-rules.ts';
import { categoryChoices } from '#kit/format/categories.ts';
import {
  MoneyField,
  NumberField,
  type Option,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
} from '#kit/form/fields.tsx';
import { ImageField, VideoField } from '#kit/form/image-field.tsx';
import { RichTextField } from '#kit/form/rich-text-field.tsx';
import { StringsField } from '#kit/form/strings-field.tsx';
import { CohortFields } from './cohort-fields.tsx';
import { FieldGroup, Pair } from './field-group.tsx';
import { deliveryNames, kindNames, levelNames, productKindNames } from './course-words.tsx';
import { InstructorsField } from './instructors-field.tsx';
import type { CourseForm } from './use-course-form.ts';

interface Props {
  form: CourseForm;
}

const optionsOf = (names: Readonly<Record<string, string>>): Option[] =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

const categories: Option[] = [{ value: null, label: 'Not chosen yet' }, ...categoryChoices];
const levels = optionsOf(levelNames);
const deliveries = optionsOf(deliveryNames);
const kinds = optionsOf(kindNames);
const productKinds: Option[] = Object.values(ProductKind).map((value) => ({ value, label: productKindNames[value] }));

export const CourseFields = ({ form, type }: Props & { type: CourseType }) => (
  <>
    <Basics form={form} />
    {type === 'fast-track' && <CohortFields form={form} />}
    <Place form={form} type={type} />
    <Content form={form} />
    <InstructorsField form={form} />
    <Completion form={form} />
  </>
);

const Basics = ({ form }: Props) => (
  <FieldGroup title="Basics">
    <TextField form={form} name="name" label="Name" />
    <ImageField
      form={form}
      name="thumbnail"
      label="Thumbnail"
      hint="Publishing asks for it. 16 by 10: drop, paste or choose a JPG, PNG or WebP, or write an address."
    />
    <Pair>
      <SelectField form={form} name="category" label="Category" options={categories} />
      <SelectField form={form} name="level" label="Level" options={levels} />
    </Pair>
    <Pair>
      <SelectField form={form} name="productKind" label="Product" options={productKinds} />
      <MoneyField form={form} name="price" label="Price" hint="Rp0 is free. Discounts come off this." />
    </Pair>
  </FieldGroup>
);

function Place({ form, type }: Props & { type: CourseType }) {
  const isOnsite = form.fields.values.deliveryMode === 'offline';
  return (
    <FieldGroup title="Class">
      <Pair>
        <SelectField form={form} name="deliveryMode" label="Delivery" options={deliveries} />
        <SelectField form={form} name="courseKind" label="Class type" options={kinds} />
      </Pair>
      {isOnsite && (
        <TextField
          form={form}
          name="location"
          label="Location"
          isNullable
          isOptional={type === 'flexy'}
          placeholder="Building, street, city"
        />
      )}
      <Pair>
        <TextField
          form={form}
          name="meetingUrl"
          label="Meeting link"
          type="url"
          isNullable
          isOptional
          placeholder="https://…"
        />
        <TextField
          form={form}
          name="whatsappGroupUrl"
          label="WhatsApp group"
          type="url"
          isNullable
          isOptional
          placeholder="https://…"
        />
      </Pair>
    </FieldGroup>
  );
}

const Content = ({ form }: Props) => (
  <FieldGroup title="Content">
    <RichTextField form={form} name="description" label="Description" isOptional />
    <StringsField form={form} name="learningOutcomes" label="Learning outcomes" isOptional item="outcome" />
    <StringsField form={form} name="skills" label="Skills" isOptional item="skill" />
    <TextAreaField form={form} name="prerequisites" label="Prerequisites" isOptional rows={2} />
    <VideoField form={form} name="introVideoUrl" label="Intro video" isOptional />
  </FieldGroup>
);

const Completion = ({ form }: Props) => (
  <FieldGroup title="Completion">
    <NumberField form={form} name="passingScore" label="Passing score" hint="From 0 to 100." />
    <SwitchField form={form} name="hasCertificate" label="Members who pass get a certificate" />
  </FieldGroup>
);
