import { member, objectOf, textsOf, type JsonObject } from '../../source/json.ts'
import { ownsLines } from '../../normalize/field-kind.ts'
import { both, type Problem } from '../../source/problem.ts'
import { isSound } from '../view/document.ts'
import { problemOf, type Rule } from '../rule.ts'
import { usesOf } from '../view/field-uses.ts'
import { fieldPointer, titleFieldOf, type EntityView, type View } from '../view/view.ts'

const keywords = ['x-when', 'x-required', 'x-readonly', 'x-computed', 'x-backfill'] as const

export const ruleKeywords: Rule = {
  code: 'TW1606',
  name: 'A rule is used where it takes effect and contradicts no other keyword',
  find: (view) =>
    [...view.entities.values()].flatMap((entity) => [
      ...[...entity.fields].flatMap(([name, field]) => checkKeywords(entity, name, field)),
      ...checkUses(entity, view),
      ...checkPlaces(entity),
    ]),
}

function checkKeywords({ document, meta }: EntityView, name: string, field: JsonObject): readonly Problem[] {
  const has = (keyword: string): boolean => member(field, keyword) !== undefined
  const problemAtKeyword = (keyword: string, zh: string, en: string): readonly Problem[] => [
    problemOf('TW1606', document, `${fieldPointer(name)}/${keyword}`, 'name', {
      message: both(zh, en),
      hint: both('请删去其中之一。', 'remove one of them'),
    }),
  ]
  const isRequired = textsOf(document.value['required']).includes(name)
  const used = keywords.filter(has)
  if (used.length === 0 || !isSound(document, fieldPointer(name))) return []
  if (ownsLines(field))
    return used.flatMap((keyword) =>
      problemAtKeyword(keyword, `明细字段不能有“${keyword}”。`, `A field of lines cannot have "${keyword}".`),
    )
  if (has('x-backfill') && member(document.value, 'x-ledger') !== undefined)
    return [
      problemOf('TW1606', document, `${fieldPointer(name)}/x-backfill`, 'name', {
        message: both(
          '流水的记录永不改变，x-backfill 不会给它们填值。',
          'Rows of a ledger never change, so x-backfill gives them no values.',
        ),
        hint: both('请去掉它；需要值的新字段用 default', 'remove it; a new field that needs a value takes a default'),
      }),
    ]
  if (titleFieldOf(meta)?.name === name && has('x-when'))
    return problemAtKeyword('x-when', '标题字段不能有条件。', 'The title field cannot be conditional.')
  if (has('x-computed')) {
    const other = ['x-required', 'x-readonly', 'x-backfill', 'readOnly', 'default', 'writeOnly'].find(has)
    if (other)
      return problemAtKeyword(
        other,
        `计算字段不能有“${other}”：它的值由服务器计算。`,
        `A computed field cannot have "${other}": the server computes its value.`,
      )
    return isRequired
      ? problemAtKeyword(
          'x-computed',
          '计算字段不能必填：其值可能未知。',
          'A computed field cannot be required: its value may be unknown.',
        )
      : []
  }
  if (member(field, 'readOnly') === true)
    return used
      .filter((keyword) => keyword !== 'x-when' && keyword !== 'x-backfill')
      .flatMap((keyword) =>
        problemAtKeyword(
          keyword,
          `只读字段上的“${keyword}”没有意义。`,
          `"${keyword}" has no effect on a read-only field.`,
        ),
      )
  const rule = member(field, 'x-required')
  if (!isRequired && typeof rule === 'string' && looksAtItselfOnly(rule, name))
    return [
      problemOf('TW1606', document, `${fieldPointer(name)}/x-required`, 'value', {
        message: both(
          `x-required 只看字段“${name}”自己，因此从不要求填写。`,
          `The x-required looks only at "${name}" itself, so it never requires anything.`,
        ),
        hint: both(
          '请改为依据其他字段；总是必填时写入 required。',
          'let it look at other fields, or name the field in required when it is always required',
        ),
      }),
    ]
  return isRequired && has('x-required')
    ? problemAtKeyword(
        'x-required',
        '必填字段上的 x-required 没有意义。',
        '"x-required" has no effect on a required field.',
      )
    : []
}

/** A rule that asks whether its own field is filled in holds only where nothing is missing. */
const looksAtItselfOnly = (rule: string, name: string): boolean =>
  rule.replaceAll(/\s/g, '') === `has(${name})` || rule.replaceAll(/\s/g, '') === `${name}!=null`

/** A value without a column names no record, finds none and orders no index. */
function checkUses(entity: EntityView, view: View): readonly Problem[] {
  const isUnstored = (name: string): boolean =>
    member(objectOf(member(entity.fields.get(name), 'x-computed')), 'stored') === false
  const isLookup = (name: string): boolean => member(entity.fields.get(name), 'x-lookup') !== undefined
  const places = /^\/x-(entity|index|search)\b|\/on$/
  // A search compares what is looked up like any other text.
  const placesOfLookups = /^\/x-(entity|index)\b|\/on$/
  return usesOf(entity, view)
    .filter(
      (use) =>
        use.entity === entity &&
        ((isUnstored(use.name) && places.test(use.pointer)) ||
          (isLookup(use.name) && placesOfLookups.test(use.pointer))),
    )
    .map((use) =>
      problemOf('TW1606', use.document, use.pointer, use.at, {
        message: both(`“${use.name}”不保存，不能用在这里。`, `"${use.name}" is not stored and cannot be used here.`),
        hint: isLookup(use.name) ? null : both('请保存它（stored）。', 'store it'),
      }),
    )
}

/** The message of a check is shown at a field. */
function checkPlaces({ document, fields }: EntityView): readonly Problem[] {
  return Object.entries(objectOf(member(document.value, 'x-checks'))).flatMap(([name, check]) => {
    const field = member(check, 'field')
    if (typeof field !== 'string' || fields.has(field)) return []
    return [
      problemOf('TW1606', document, `/x-checks/${name}/field`, 'value', {
        message: both(`没有字段“${field}”。`, `There is no field "${field}".`),
      }),
    ]
  })
}
