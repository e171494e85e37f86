import { isEmpty, kinds, type FieldModel, type FieldProblem, type Text } from '../../../runtime/protocol/index.ts'
import { describeFieldProblem } from '../../../runtime/i18n/field-problems.ts'
import { member, objectOf, type Json, type JsonObject } from '../../source/json.ts'
import { kindOf } from '../../normalize/field-kind.ts'
import { fieldModel, type EnumDocuments } from '../../normalize/entity.ts'
import { both, type Problem } from '../../source/problem.ts'
import type { RawEnum } from '../../raw/documents.ts'
import { asRaw } from '../../raw/as-raw.ts'
import { enumDocumentOf } from '../view/enum-document.ts'
import { isSound } from '../view/document.ts'
import { problemOf, type Rule } from '../rule.ts'
import { fieldPointer, type EntityView, type View } from '../view/view.ts'

export const defaults: Rule = {
  code: 'TW1402',
  name: 'A default is a valid value of its field',
  find: (view) => {
    const enums: EnumDocuments = new Map(
      [...view.enums].map(([path, document]) => [path, asRaw<RawEnum>(document.value)]),
    )
    return [...view.entities.values()].flatMap((entity) =>
      [...entity.fields].flatMap(([name, field]) => checkDefault(entity, name, field, enums, view)),
    )
  },
}

function checkDefault(
  entity: EntityView,
  name: string,
  field: JsonObject,
  enums: EnumDocuments,
  view: View,
): readonly Problem[] {
  const value = member(field, 'default')
  const { document } = entity
  const pointer = fieldPointer(name)
  if (
    value === undefined ||
    kindOf(field) === null ||
    !isSound(document, pointer) ||
    isWithoutEnum(field, entity, view)
  )
    return []
  const { default: _unchecked, ...rest } = field
  const model = fieldModel(name, rest, false, document.file, enums)
  const why = reasonAgainst(value, model, field)
  return why === null
    ? []
    : [
        problemOf('TW1402', document, `${pointer}/default`, 'value', {
          message: both(`默认值无效：${why['zh-cn']}`, `The default is not a valid value of this field: ${why.en}`),
          hint: hintFor(value, model),
        }),
      ]
}

/** The enum document is missing or invalid, which its own rule reports. */
function isWithoutEnum(field: JsonObject, entity: EntityView, view: View): boolean {
  return [field, objectOf(member(field, 'items'))].some((keywords) => {
    if (member(keywords, '$ref') === undefined) return false
    const document = enumDocumentOf(keywords, entity, view)
    return !document || document.violations.length > 0
  })
}

function reasonAgainst(value: Json, model: FieldModel, field: JsonObject): Text | null {
  if (member(field, 'x-relation') !== undefined)
    return both(
      'ID 由数据库生成，引用不能有默认值。',
      'the database assigns IDs, so a reference cannot have a default.',
    )
  if (isEmpty(value)) return both('空值无需写出。', 'leave an empty default out.')
  const wanted = typeof (model.options?.[0]?.value ?? null) === 'number' ? 'integer' : (field['type'] ?? 'string')
  if (!hasType(value, wanted)) return both(`类型应为 ${String(wanted)}。`, `it must be of type ${String(wanted)}.`)
  const read = kinds[model.kind].read(value, model, { timeZone: 'UTC' })
  const problem: FieldProblem | null = 'problem' in read ? read.problem : findBrokenBound(value, model)
  return problem === null
    ? null
    : { 'zh-cn': describeFieldProblem('zh-cn', problem), en: describeFieldProblem('en', problem) }
}

function hasType(value: Json, type: Json): boolean {
  if (type === 'integer') return Number.isSafeInteger(value)
  if (type === 'array') return Array.isArray(value)
  return typeof value === type && !Array.isArray(value)
}

/** Bounds the validator holds rather than the kind. */
function findBrokenBound(
  value: Json,
  { minLength = 0, maxLength = Infinity, pattern, maxItems = Infinity }: FieldModel,
): FieldProblem | null {
  if (Array.isArray(value)) return value.length > maxItems ? { rule: 'maxItems', params: { limit: maxItems } } : null
  if (typeof value !== 'string') return null
  const length = [...value].length
  if (length < minLength) return { rule: 'minLength', params: { limit: minLength } }
  if (length > maxLength) return { rule: 'maxLength', params: { limit: maxLength } }
  return pattern !== undefined && isPattern(pattern) && !new RegExp(pattern, 'u').test(value)
    ? { rule: 'pattern' }
    : null
}

function isPattern(text: string): boolean {
  try {
    RegExp(text, 'u')
    return true
  } catch {
    return false
  }
}

function hintFor(value: Json, { options }: FieldModel): Text | null {
  if (!options) return null
  const meant = options.find((option) => option.name === value)
  if (meant)
    return both(
      `是不是指 ${JSON.stringify(meant.value)}（${meant.name}）？`,
      `did you mean ${JSON.stringify(meant.value)} (${meant.name})?`,
    )
  const values = options.map((option) => `${JSON.stringify(option.value)} (${option.name})`)
  return both(`可用的值：${values.join('、')}。`, `valid values: ${values.join(', ')}`)
}
