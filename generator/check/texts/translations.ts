import { member } from '../../source/json.ts'
import { both, type Problem } from '../../source/problem.ts'
import { kindOf } from '../../normalize/field-kind.ts'
import { isSound } from '../view/document.ts'
import { problemAt, problemOf, type Rule } from '../rule.ts'
import { fieldPointer, type EntityView, type View } from '../view/view.ts'
import { enumDocumentOf } from '../view/enum-document.ts'

export const translations: Rule = {
  code: 'TW1106',
  name: 'Every label and message is translated into every language',
  find: (view) => [
    ...checkLanguages(view),
    ...[...view.entities.values()].flatMap((entity) => checkLabels(entity, view)),
  ],
}

function checkLanguages({ documents }: View): readonly Problem[] {
  return documents.flatMap(({ file, violations: oddities }) =>
    oddities
      .filter((violation) => violation.is === 'untranslated')
      .map((violation) => {
        const token = violation.node.type === 'object' ? { offset: violation.node.offset, length: 1 } : violation.node
        return problemAt('TW1106', file, violation.pointer, token, {
          message: both(
            `缺少语言“${violation.keyword}”的文本。`,
            `The translation for "${violation.keyword}" is missing.`,
          ),
        })
      }),
  )
}

/** Fields without a label, unless the enum document they point to brings one. */
function checkLabels(entity: EntityView, view: View): readonly Problem[] {
  return [...entity.fields].flatMap(([name, field]) => {
    const pointer = fieldPointer(name)
    if (member(field, 'x-label') !== undefined || kindOf(field) === null || !isSound(entity.document, pointer))
      return []
    const shared = enumDocumentOf(field, entity, view)
    if (shared && member(shared.value, 'x-label') !== undefined) return []
    const message = both(`字段“${name}”没有名称（x-label）。`, `The field "${name}" has no label (x-label).`)
    return [
      problemOf('TW1106', entity.document, pointer, 'name', {
        message,
        hint: both('例如 "x-label": { "zh-cn": "…", "en": "…" }', 'for example "x-label": { "zh-cn": "…", "en": "…" }'),
      }),
    ]
  })
}
