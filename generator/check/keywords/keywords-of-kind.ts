import type { KindName } from '../../../runtime/protocol/index.ts'
import { member, objectOf, type JsonObject } from '../../source/json.ts'
import { kindOf } from '../../normalize/field-kind.ts'
import { both, type Problem } from '../../source/problem.ts'
import { isSound, type Document } from '../view/document.ts'
import { problemOf, type Rule } from '../rule.ts'
import { enumDocumentOf } from '../view/enum-document.ts'
import { fieldPointer, type EntityView, type View } from '../view/view.ts'

const text = ['type', 'format', 'minLength', 'maxLength', 'pattern']
const calendar = ['type', 'format']
const list = ['type', 'items', 'minItems', 'maxItems', 'uniqueItems']

/** Keywords that apply to one kind; on any other kind they would have no effect. */
export const keywordsOfKind: Readonly<Record<KindName, readonly string[]>> = {
  text,
  textarea: text,
  html: ['type', 'format', 'maxLength', 'x-file'],
  image: [...text, 'x-file'],
  file: [...text, 'x-file'],
  color: text,
  icon: text,
  url: text,
  email: text,
  mobile: text,
  idNumber: text,
  region: text,
  account: text,
  password: text,
  integer: ['type', 'minimum', 'maximum', 'x-unit'],
  decimal: ['type', 'format', 'minimum', 'maximum', 'x-scale', 'x-unit'],
  datetime: calendar,
  date: calendar,
  time: calendar,
  year: calendar,
  enum: ['type', 'enum', 'x-options', '$ref'],
  set: list,
  tags: list,
  images: [...list, 'x-file'],
  files: [...list, 'x-file'],
  reference: ['type', 'x-relation'],
  references: [...list, 'x-relation'],
  pairs: ['type', 'additionalProperties'],
  lines: ['type', 'minItems', 'maxItems', 'x-relation'],
}

/** Keywords that are allowed on certain kinds only. */
const dependent = new Set(Object.values(keywordsOfKind).flat())

export const keywordsOfKindRule: Rule = {
  code: 'TW1109',
  name: 'A keyword is used only on kinds of fields it applies to',
  find: (view) =>
    [...view.entities.values()].flatMap((entity) =>
      [...entity.fields].flatMap(([name, field]) =>
        isSound(entity.document, fieldPointer(name)) && !isLost(field, entity, view)
          ? checkKeywords(entity.document, name, field)
          : [],
      ),
    ),
}

/** What a field with a reference to nothing is meant to be is not known. */
const isLost = (field: JsonObject, entity: EntityView, view: View): boolean =>
  member(field, '$ref') !== undefined && !enumDocumentOf(field, entity, view)

function checkKeywords(document: Document, name: string, field: JsonObject): readonly Problem[] {
  const kind = kindOf(field)
  if (kind === null) return []
  const pointer = fieldPointer(name)
  const isPointing = member(field, '$ref') !== undefined
  const silent = Object.keys(field).filter(
    (keyword) =>
      (dependent.has(keyword) && !keywordsOfKind[kind].includes(keyword)) ||
      (isPointing && ['type', 'enum', 'x-options'].includes(keyword)),
  )
  const problems = silent.map((keyword) =>
    problemOf('TW1109', document, `${pointer}/${keyword}`, 'name', {
      message: both(`“${keyword}”对种类 ${kind} 没有意义。`, `"${keyword}" has no effect on a field of kind ${kind}.`),
      hint: both('请删去它。', 'remove it'),
    }),
  )
  return [...problems, ...checkRequired(document, pointer, field, kind), ...checkItems(document, pointer, field)]
}

function checkRequired(document: Document, pointer: string, field: JsonObject, kind: KindName): readonly Problem[] {
  const needs = keywordsOfKind[kind].includes('x-scale') && member(field, 'x-scale') === undefined
  const message = both('精确小数需要 x-scale（小数位数）。', 'A decimal needs x-scale, the number of decimal places.')
  const isInteger =
    member(field, 'x-relation') === undefined || field['type'] === 'integer' || field['type'] === 'array'
  const wrongType = isInteger
    ? []
    : [
        problemOf('TW1109', document, `${pointer}/type`, 'value', {
          message: both('引用的 type 必须是 integer。', 'The type of a reference must be integer.'),
        }),
      ]
  return [...(needs ? [problemOf('TW1109', document, pointer, 'name', { message })] : []), ...wrongType]
}

function checkItems(document: Document, pointer: string, field: JsonObject): readonly Problem[] {
  const items = objectOf(member(field, 'items'))
  const isEnum = member(items, 'enum') !== undefined || member(items, '$ref') !== undefined
  const silent = Object.keys(items).filter(
    (keyword) =>
      (isEnum ? ['maxLength', 'pattern', 'format'].includes(keyword) : keyword === 'x-options') ||
      (member(items, '$ref') !== undefined && ['type', 'enum', 'x-options'].includes(keyword)),
  )
  return silent.map((keyword) =>
    problemOf('TW1109', document, `${pointer}/items/${keyword}`, 'name', {
      message: both(`“${keyword}”在这里没有意义。`, `"${keyword}" has no effect here.`),
      hint: both('请删去它。', 'remove it'),
    }),
  )
}
