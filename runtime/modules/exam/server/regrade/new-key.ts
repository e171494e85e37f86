/** The key that the bank has now for an item that was frozen before. */
import { questionOptions } from '#generated/exam/options.ts'
import type { Row } from '#generated/exam/server.ts'
import type { ExamMessageKey } from '#generated/exam/messages.ts'
import { judgeKeys, type FrozenKey, type QuestionDetails } from '../../shared/question.ts'
import type { Item } from '../attempts/attempt.ts'
import { keyOf, optionsOf } from '../attempts/mark.ts'

export type Question = Pick<Row<'exam/question'>, 'kind' | 'options_json' | 'explain' | 'edition'>

type NewKey = { readonly key: FrozenKey } | { readonly problem: ExamMessageKey }

/** Options are the same when their texts are: each attempt has them in an order of its own. */
export function newKeyOf(item: Pick<Item, 'kind' | 'options' | 'key'>, question: Question): NewKey {
  const { kind } = item
  if (kind === questionOptions.kind.material) return { problem: 'regrade.material' }
  if (question.kind !== kind) return { problem: 'regrade.kind' }
  const details = JSON.parse(question.options_json ?? '{}') as QuestionDetails
  if (kind === questionOptions.kind.judge) return { key: { right: [details.judge ? judgeKeys.true : judgeKeys.false] } }
  const options = optionsOf(item)
  if (kind === questionOptions.kind.fill) {
    const { blanks = [], anyOrder, caseSensitive } = details
    if (blanks.length !== (options.blanks ?? 0)) return { problem: 'regrade.blanks' }
    return { key: { blanks, ...(anyOrder && { anyOrder }), ...(caseSensitive && { caseSensitive }) } }
  }
  if (kind === questionOptions.kind.short) {
    const { reference } = details
    return { key: { ...keyOf(item), ...(reference !== undefined && { reference }) } }
  }
  const byText = new Map((details.options ?? []).map((option) => [option.text, option]))
  const own = (options.options ?? []).map(({ id, text }) => ({ id, option: byText.get(text) }))
  if (own.some(({ option }) => option === undefined) || !own.some(({ option }) => option?.right))
    return { problem: 'regrade.options' }
  const weights = Object.fromEntries(
    own.flatMap(({ id, option }) => (option?.weight === undefined ? [] : [[id, option.weight]])),
  )
  return {
    key: {
      right: own.flatMap(({ id, option }) => (option?.right ? [id] : [])),
      ...(Object.keys(weights).length > 0 && { weights }),
    },
  }
}
