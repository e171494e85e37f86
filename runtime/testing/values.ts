/** A valid value of each field kind, different for each number. */
import { htmlOfText, type FieldModel, type KindName, type WireValue } from '../protocol/index.ts'

/** @param number 1 for the first record of its entity */
type SampleValue = (field: FieldModel, number: number) => WireValue

/** The name of the field with the number, within the bounds of length. */
const text: SampleValue = ({ name, minLength = 0, maxLength = 255 }, number) => {
  const suffix = String(number)
  const words = `${name} ${suffix}`.length <= maxLength ? `${name} ${suffix}` : suffix.slice(-maxLength)
  return words.padEnd(minLength, 'x')
}

/** The lowest number that is allowed, 1 when negative ones are. */
const lowest = ({ minimum, maximum }: FieldModel): number => Math.min(minimum ?? 1, maximum ?? Infinity)

const firstOption: SampleValue = ({ default: first, options = [] }) => first ?? options[0]?.value ?? null

const digits = (number: number, length: number): string => String(number).padStart(length, '0')

/** Days after the first of 2026, so that sorting by date has an order. */
const day = (number: number): Date => new Date(Date.UTC(2026, 0, number))

const samples: Readonly<Record<KindName, SampleValue>> = {
  text,
  textarea: text,
  html: (field, number) => htmlOfText(String(text(field, number))),
  integer: (field) => Math.ceil(lowest(field)),
  decimal: (field) => lowest(field).toFixed(field.scale ?? 0),
  datetime: (_field, number) => day(number).getTime() / 1000,
  date: (_field, number) => day(number).toISOString().slice(0, 10),
  time: () => '09:30:00',
  year: () => 2026,
  enum: firstOption,
  set: (field) => (field.minItems ? [firstOption(field, 1)] : []),
  // References are created: see factory.ts.
  reference: () => null,
  references: () => [],
  image: () => '',
  images: () => [],
  file: () => '',
  files: () => [],
  color: () => '#336699',
  icon: () => 'tag',
  url: (_field, number) => `https://example.com/${number}`,
  email: (_field, number) => `person${number}@example.com`,
  mobile: (_field, number) => `138${digits(number, 8)}`,
  idNumber: () => '11010519491231002X',
  region: () => '110101',
  account: (_field, number) => `person${number}`,
  password: () => 'Str0ng-enough',
  tags: ({ minItems = 0 }) => Array.from({ length: minItems }, (_, at) => `tag${at + 1}`),
  pairs: () => ({}),
  lines: () => [],
}

/** A value that the schema of the field allows. A pattern is not followed: such a field needs a value of the test. */
export const sampleValue: SampleValue = (field, number) => field.default ?? samples[field.kind](field, number)
