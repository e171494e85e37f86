import { numberText, readNumberPattern, type Text } from '../../../runtime/protocol/index.ts'
import { member, objectOf } from '../../source/json.ts'
import { kindOf } from '../../normalize/field-kind.ts'
import { both, type Problem } from '../../source/problem.ts'
import { problemOf, type Rule } from '../rule.ts'
import type { EntityView } from '../view/view.ts'

export const documentNumbers: Rule = {
  code: 'TW1410',
  name: 'Document numbers use a pattern with one counter and a read-only text field that is long enough',
  find: ({ entities }) => [...entities.values()].flatMap((entity) => checkNumber(entity)),
}

function checkNumber(entity: EntityView): readonly Problem[] {
  const number = objectOf(member(entity.meta, 'number'))
  const { field, pattern } = number
  if (typeof field !== 'string' || typeof pattern !== 'string') return []
  const read = readNumberPattern(pattern)
  if (!read) {
    return [
      problem(
        entity,
        'pattern',
        both(
          'pattern 须含一个 {seq:位数}（1–12 位），可含一个 {yyyyMMdd}，不能有其他花括号。',
          'A pattern needs one {seq:digits} (1 to 12 digits), may contain {yyyyMMdd} once, and no other braces.',
        ),
        both('例如“RK{yyyyMMdd}{seq:6}”。', 'for example "RK{yyyyMMdd}{seq:6}"'),
      ),
    ]
  }
  const keywords = entity.fields.get(field)
  if (!keywords) return []
  if (kindOf(keywords) !== 'text' || member(keywords, 'readOnly') !== true) {
    return [
      problem(
        entity,
        'field',
        both(`“${field}”必须是只读的单行文本。`, `"${field}" must be a read-only single-line text.`),
        both(
          'type: string，maxLength 不超过 255，readOnly: true。',
          'type: string, maxLength up to 255, readOnly: true',
        ),
      ),
    ]
  }
  const length = numberText(read, '20260101', 0).length
  const most = member(keywords, 'maxLength')
  const isShort = typeof most === 'number' && most < length
  return isShort
    ? [
        problem(
          entity,
          'pattern',
          both(
            `编号有 ${length} 个字符，而“${field}”最多 ${most} 个。`,
            `Numbers have ${length} characters, but "${field}" allows at most ${most}.`,
          ),
        ),
      ]
    : []
}

function problem({ document }: EntityView, keyword: string, message: Text, hint: Text | null = null): Problem {
  return problemOf('TW1410', document, `/x-entity/number/${keyword}`, 'value', { message, hint })
}
