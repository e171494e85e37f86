import { kinds, type KindName } from '../../../runtime/protocol/index.ts'
import { member, objectOf, textsOf } from '../../source/json.ts'
import { kindOf } from '../../normalize/field-kind.ts'
import { both, type Problem } from '../../source/problem.ts'
import type { Document } from '../view/document.ts'
import { problemOf, type Rule } from '../rule.ts'
import { fieldPointer, type EntityView } from '../view/view.ts'

export const titles: Rule = {
  code: 'TW1309',
  name: 'The title of an entity and the field shown for a relation are texts, details are texts or numbers',
  find: ({ entities }) =>
    [...entities.values()].flatMap((entity) => [
      ...checkTitle(entity),
      ...checkDetails(entity),
      ...[...entity.fields].flatMap(([name, field]) => {
        const relation = objectOf(member(field, 'x-relation'))
        const target = entities.get(String(relation['to']))
        return target
          ? checkText(entity.document, `${fieldPointer(name)}/x-relation/show`, relation['show'], target, false)
          : []
      }),
    ]),
}

/** One field of its own, or several of which all are texts. */
function checkTitle(entity: EntityView): readonly Problem[] {
  const { title } = entity.meta
  return Array.isArray(title)
    ? textsOf(title).flatMap((name, index) =>
        checkText(entity.document, `/x-entity/title/${index}`, name, entity, false),
      )
    : checkText(entity.document, '/x-entity/title', title, entity, true)
}

function checkDetails({ document, fields, meta }: EntityView): readonly Problem[] {
  return textsOf(meta['details']).flatMap((name, index) => {
    const field = fields.get(name)
    const kind = field ? kindOf(field) : null
    if (kind === null || kinds[kind].column === 'text' || isNumber(kind)) return []
    return [
      problemOf('TW1309', document, `/x-entity/details/${index}`, 'value', {
        message: both(
          `“${name}”的种类是 ${kind}，不能显示在选项中。`,
          `"${name}" is of kind ${kind} and cannot be shown in options.`,
        ),
        hint: both('请选文本或数字字段。', 'choose a text or a number'),
      }),
    ]
  })
}

const isNumber = (kind: KindName): boolean => (['integer', 'decimal'] as readonly KindName[]).includes(kind)

/** An option or a quantity may name a record in a heading; a relation sends the text itself. */
function checkText(
  document: Document,
  pointer: string,
  name: unknown,
  { fields }: EntityView,
  isHeading: boolean,
): readonly Problem[] {
  const field = fields.get(String(name))
  const kind = field ? kindOf(field) : null
  if (!field || kind === null) return []
  const isOption = member(field, 'enum') !== undefined || member(field, '$ref') !== undefined
  const isQuantity = member(field, 'x-scale') !== undefined
  if (kinds[kind].column === 'text' || (isHeading && (isOption || isQuantity) && kinds[kind].column !== 'json'))
    return []
  return [
    problemOf('TW1309', document, pointer, 'value', {
      message: both(
        `“${String(name)}”的种类是 ${kind}，不能用作记录的标题。`,
        `"${String(name)}" is of kind ${kind} and cannot be used as the title of a record.`,
      ),
      hint: both('请选一个文本字段。', 'choose a text field'),
    }),
  ]
}
