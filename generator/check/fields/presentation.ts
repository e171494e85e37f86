import { kinds } from '../../../runtime/protocol/index.ts'
import { builtInWidgets } from '../../dialect/field.ts'
import { member, objectOf, type JsonObject } from '../../source/json.ts'
import { kindOf } from '../../normalize/field-kind.ts'
import { both, type Problem } from '../../source/problem.ts'
import { enumDocumentOf } from '../view/enum-document.ts'
import { isSound } from '../view/document.ts'
import { problemOf, type Rule } from '../rule.ts'
import { fieldPointer, type EntityView, type View } from '../view/view.ts'

export const presentation: Rule = {
  code: 'TW1406',
  name: 'The widget and the column of a field match its kind',
  find: (view) =>
    [...view.entities.values()].flatMap((entity) =>
      [...entity.fields].flatMap(([name, field]) => [
        ...checkWidget(entity, name, field, view),
        ...checkColumn(entity, name, field),
      ]),
    ),
}

function checkWidget(entity: EntityView, name: string, field: JsonObject, view: View): readonly Problem[] {
  const widget = String(member(field, 'x-widget'))
  if (!builtInWidgets.includes(widget) || !isSound(entity.document, fieldPointer(name))) return []
  if (widget === 'posting')
    return [
      problemOf('TW1406', entity.document, `${fieldPointer(name)}/x-widget`, 'value', {
        message: both(
          'posting 只用于在操作中定义的输入。',
          'The widget posting is only for inputs that an action defines itself.',
        ),
      }),
    ]
  const keywords = enumDocumentOf(field, entity, view)?.value ?? field
  const values = member(keywords, 'enum')
  if (
    member(keywords, '$ref') !== undefined ||
    (Array.isArray(values) && values.length === 2 && values.includes(0) && values.includes(1))
  )
    return []
  return [
    problemOf('TW1406', entity.document, `${fieldPointer(name)}/x-widget`, 'value', {
      message: both(
        'switch 只用于值为 0 和 1 的枚举。',
        'The widget switch is only for an enum with the values 0 and 1.',
      ),
    }),
  ]
}

function checkColumn(entity: EntityView, name: string, field: JsonObject): readonly Problem[] {
  const kind = kindOf(field)
  const column = objectOf(member(field, 'x-column'))
  const operator = column['filter']
  const pointer = `${fieldPointer(name)}/x-column`
  if (operator === true)
    return [
      problemOf('TW1406', entity.document, `${pointer}/filter`, 'value', {
        message: both(
          'filter 应为操作符名或 false；省略时由种类决定。',
          'filter must be the name of an operator or false; leave it out to use the default of the kind.',
        ),
      }),
    ]
  if (
    typeof operator === 'string' &&
    kind !== null &&
    !kinds[kind].operators.some((candidate) => candidate === operator)
  ) {
    return [
      problemOf('TW1406', entity.document, `${pointer}/filter`, 'value', {
        message: both(
          `种类 ${kind} 不支持操作符“${operator}”。`,
          `Fields of kind ${kind} do not support the operator "${operator}".`,
        ),
        hint: both(`可用：${kinds[kind].operators.join('、')}。`, `supported: ${kinds[kind].operators.join(', ')}`),
      }),
    ]
  }
  if (member(field, 'x-private') === true && member(field, 'x-column') !== undefined)
    return [
      problemOf('TW1406', entity.document, pointer, 'name', {
        message: both(
          '私有字段不出现在列表中，不能有 x-column。',
          'A private field never appears in a list and cannot have x-column.',
        ),
      }),
    ]
  return []
}
