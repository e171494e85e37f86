import { both, type Problem } from '../../source/problem.ts'
import { didYouMean, suggest } from '../../source/suggest.ts'
import type { Rule } from '../rule.ts'
import { allPostings, type PostingView } from '../view/ledger-view.ts'
import type { View } from '../view/view.ts'
import { postingProblem } from './posting-problem.ts'

export const postingLedgers: Rule = {
  code: 'TW1705',
  name: 'A document posts to a ledger once and only from its own lines',
  find: (view) => allPostings(view).flatMap((posting) => [...checkLedger(posting, view), ...checkLines(posting)]),
}

function checkLedger(posting: PostingView, view: View): readonly Problem[] {
  const { raw, entity, name } = posting
  if (!posting.ledger) {
    const target = view.entities.get(raw.ledger)
    if (view.unreadable.has(`${raw.ledger}.json`) || target?.document.value['x-ledger'] !== undefined) return []
    const ledgers = [...view.entities.values()]
      .filter(({ document }) => document.value['x-ledger'] !== undefined)
      .map(({ id }) => id)
    const message = target
      ? both(`“${raw.ledger}”不是台账：它没有 x-ledger。`, `"${raw.ledger}" is not a ledger: it has no x-ledger.`)
      : both(`没有实体“${raw.ledger}”。`, `There is no entity "${raw.ledger}".`)
    return [postingProblem('TW1705', posting, 'ledger', message, { hint: didYouMean(suggest(raw.ledger, ledgers)) })]
  }
  const first = allPostings(view).find((other) => other.entity === entity && other.raw.ledger === raw.ledger)
  return !first || first.name === name
    ? []
    : [
        postingProblem(
          'TW1705',
          posting,
          'ledger',
          both(
            `“${first.name}”已向同一台账过账，冲销时无法区分。`,
            `"${first.name}" already posts to the same ledger, so a reversal could not tell them apart.`,
          ),
        ),
      ]
}

function checkLines(posting: PostingView): readonly Problem[] {
  const { raw, entity, line } = posting
  if (raw.each !== undefined && line === null && entity.fields.has(raw.each)) {
    return [
      postingProblem(
        'TW1705',
        posting,
        'each',
        both(`“${raw.each}”不是本单据的明细。`, `"${raw.each}" does not contain lines of this document.`),
      ),
    ]
  }
  if (raw.each === undefined || posting.ledger === null || posting.ledger.raw.document.line !== undefined) return []
  return [
    postingProblem(
      'TW1705',
      posting,
      'each',
      both('逐行过账需要台账的 document.line。', 'Posting each line needs a ledger with document.line.'),
    ),
  ]
}
