import { kinds, textColumnOf } from '../../../runtime/protocol/index.ts'
import { member, objectOf, type JsonObject } from '../../source/json.ts'
import { kindOf, ownsLines } from '../../normalize/field-kind.ts'
import { both, type Problem } from '../../source/problem.ts'
import { isSound, type Document } from '../view/document.ts'
import { problemOf, type ProblemText, type Rule } from '../rule.ts'
import { fieldPointer, type EntityView } from '../view/view.ts'

export const fieldKinds: Rule = {
  code: 'TW1108',
  name: 'Every field has a supported kind',
  find: ({ entities }) => {
    const lineEntities = new Set(
      [...entities.values()].flatMap(({ fields }) =>
        [...fields.values()].filter(ownsLines).map((field) => member(field['x-relation'], 'to')),
      ),
    )
    return [...entities.values()].flatMap((entity) => [
      ...checkMarkup(entity, lineEntities.has(entity.id)),
      ...checkKinds(entity),
    ])
  },
}

function checkKinds({ document, fields }: EntityView): readonly Problem[] {
  return [
    ...(fields.size > maxFields ? [tooManyProblem(document, fields.size)] : []),
    ...[...fields]
      .filter(([name, field]) => kindOf(field) === null && isSound(document, fieldPointer(name)))
      .map(([name, field]) =>
        problemOf('TW1108', document, ...placeOf(fieldPointer(name), field), problemText(name, field)),
      ),
  ]
}

/** Rich text has a second column, with its plain text, which is written with it; its editor needs a whole form. */
function checkMarkup({ document, fields, implicit, meta }: EntityView, isLine: boolean): readonly Problem[] {
  return [...fields].flatMap(([name, field]) => {
    const kind = kindOf(field)
    if (kind === null || !kinds[kind].plainText) return []
    const pointer = fieldPointer(name)
    const refuse = (zh: string, en: string): readonly Problem[] => [
      problemOf('TW1108', document, `${pointer}/format`, 'value', { message: both(zh, en) }),
    ]
    if (isLine)
      return refuse('明细不能有富文本：请用多行文本。', 'Lines have no rich text: use a text of several lines.')
    if (member(meta, 'adopted') !== undefined)
      return refuse(
        '由其他应用创建的表不能有富文本：系统会为其加列。',
        'A table that another application created has no rich text: that would add a column to it.',
      )
    if (member(field, 'x-lookup') !== undefined || member(field, 'x-computed') !== undefined)
      return refuse('富文本只能由人输入，不能查找或计算。', 'Rich text is entered; it cannot be looked up or computed.')
    const column = textColumnOf({ name, kind })
    return column !== null && (fields.has(column) || implicit.has(column))
      ? [
          problemOf('TW1108', document, pointer, 'name', {
            message: both(
              `字段“${name}”的纯文本保存为“${column}”，此名称已被占用。`,
              `The plain text of "${name}" is stored as "${column}", and that name is already used.`,
            ),
            hint: both('请给其中之一改名。', 'rename one of them'),
          }),
        ]
      : []
  })
}

/** A table of PostgreSQL has at most 1,600 columns, dropped ones included; some are added by themselves. */
const maxFields = 1_500

const tooManyProblem = (document: Document, count: number): Problem =>
  problemOf('TW1108', document, '/properties', 'name', {
    message: both(
      `一个表最多 ${maxFields} 个字段，这里有 ${count} 个。`,
      `A table has at most ${maxFields} fields; this one has ${count}.`,
    ),
    hint: both(
      '请拆分为几个实体，或用明细保存重复的内容。',
      'split it into several entities, or keep what repeats in lines',
    ),
  })

/** The keyword that decides: the format when there is one, else the field itself. */
function placeOf(pointer: string, field: JsonObject): [pointer: string, at: 'name' | 'value'] {
  if (member(field, 'format') !== undefined) return [`${pointer}/format`, 'value']
  if (member(field, 'items') !== undefined && member(objectOf(field['items']), 'format') !== undefined)
    return [`${pointer}/items/format`, 'value']
  return [pointer, 'name']
}

function problemText(name: string, field: JsonObject): ProblemText {
  const format = member(field, 'format') ?? member(objectOf(member(field, 'items')), 'format')
  if (ownsLines(field)) return { message: both('明细的 type 必须是 array。', 'The type of lines must be array.') }
  if (field['type'] === 'array' && member(field, 'x-relation') !== undefined)
    return {
      message: both(
        '引用列表的每一项必须是整数（items: { "type": "integer" }）。',
        'The items of a list of references must be integers: items is { "type": "integer" }.',
      ),
    }
  if (typeof format === 'string')
    return {
      message: both(
        `格式“${format}”不适用于 ${String(field['type'])}。`,
        `The format "${format}" does not apply to ${String(field['type'])}.`,
      ),
    }
  return {
    message: both(`字段“${name}”不属于任何种类。`, `The field "${name}" does not match any kind.`),
    hint: both(
      '需要 type（string、integer、array 配 items、object 配 additionalProperties）、enum、$ref、' +
        'x-relation、format、x-scale 或 maxLength。',
      'it needs a type (string, integer, array with items, object with additionalProperties), enum, $ref, ' +
        'x-relation, format, x-scale or maxLength',
    ),
  }
}
