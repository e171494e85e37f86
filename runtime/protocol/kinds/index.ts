/**
 * The meaning of every field kind. A new kind is one file, its name in `names.ts` and one line here (and its look on
 * the web side).
 */
import type { FieldModel } from '../table-model.ts'
import { date, time, year } from './calendar.ts'
import { datetime } from './datetime.ts'
import { decimal } from './decimal.ts'
import { choice } from './enum.ts'
import { html } from './html.ts'
import { integer } from './integer.ts'
import type { ColumnType, Kind, KindContext, Read } from './kind.ts'
import { lines } from './lines.ts'
import { files, images, set, tags } from './list.ts'
import type { KindName } from './names.ts'
import { pairs } from './pairs.ts'
import { reference } from './reference.ts'
import { references } from './references.ts'
import {
  account,
  color,
  email,
  file,
  icon,
  idNumber,
  image,
  mobile,
  password,
  region,
  text,
  textarea,
  url,
} from './text.ts'

export { kindNames, type KindName } from './names.ts'

export const kinds: Readonly<Record<KindName, Kind>> = {
  text,
  textarea,
  html,
  integer,
  decimal,
  datetime,
  date,
  time,
  year,
  enum: choice,
  set,
  reference,
  references,
  image,
  images,
  file,
  files,
  color,
  icon,
  url,
  email,
  mobile,
  idNumber,
  region,
  account,
  password,
  tags,
  pairs,
  lines,
}

/** The column type of a field: determined by its kind, except that options may be numbers or texts. */
export function columnType(field: FieldModel): ColumnType {
  return kinds[field.kind] === choice ? choice.columnOf(field) : kinds[field.kind].column
}

/** Column with the plain text of a field whose values are markup; null for all others. */
export const textColumnOf = ({ name, kind }: Pick<FieldModel, 'name' | 'kind'>): string | null =>
  kinds[kind].plainText ? `${name}_text` : null

/** Text that a person wrote in place of a value → canonical wire value. Empty text never reaches it. */
export function readText(text: string, field: FieldModel, context: KindContext): Read {
  const kind = kinds[field.kind]
  return kind.readText ? kind.readText(text, field, context) : kind.read(text, field, context)
}

/** True when a filter may look for a part of the field's text. */
export function isTextual(field: FieldModel): boolean {
  return columnType(field) === 'text'
}

/** True for input that means "no value": absent, null or "". */
export function isEmpty(input: unknown): boolean {
  return input === undefined || input === null || input === ''
}
