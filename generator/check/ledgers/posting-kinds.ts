import { both, type Problem } from '../../source/problem.ts'
import type { Rule } from '../rule.ts'
import { escaped } from '../view/document.ts'
import { allPostings, columnOf, type LedgerView, type PostingView } from '../view/ledger-view.ts'
import type { View } from '../view/view.ts'
import { optionProblems, postingProblem } from './posting-problem.ts'

export const postingKinds: Rule = {
  code: 'TW1706',
  name: 'The kind of a posting maps every option of the document to an option of the ledger',
  find: (view) =>
    allPostings(view).flatMap((posting) =>
      posting.ledger
        ? [...checkKind(posting, posting.ledger, view), ...checkDocumentKind(posting, posting.ledger, view)]
        : [],
    ),
}

function checkKind(posting: PostingView, ledger: LedgerView, view: View): readonly Problem[] {
  const { kind } = posting.raw
  const column = ledger.raw.kind === undefined ? null : columnOf(view, ledger.entity, ledger.raw.kind)
  if (ledger.raw.kind === undefined)
    return kind === undefined
      ? []
      : [
          postingProblem(
            'TW1706',
            posting,
            'kind',
            both(`台账“${ledger.entity.id}”没有业务类型（kind）。`, `The ledger "${ledger.entity.id}" has no kind.`),
          ),
        ]
  if (kind === undefined)
    return [postingProblem('TW1706', posting, 'ledger', both('缺少 kind。', '"kind" is missing.'))]
  if (!column) return []
  if (typeof kind === 'string') return optionProblems({ code: 'TW1706', posting, keyword: 'kind' }, column, kind)
  const by = columnOf(view, posting.entity, kind.by)
  if (!by) return []
  if (!by.options || by.maxItems !== undefined)
    return [
      postingProblem('TW1706', posting, 'kind/by', both(`“${kind.by}”不是枚举。`, `"${kind.by}" is not an enum.`)),
    ]
  const missing = by.options.filter((option) => !Object.hasOwn(kind.map, option.name)).map((option) => option.name)
  return [
    ...(missing.length === 0
      ? []
      : [
          postingProblem(
            'TW1706',
            posting,
            'kind/map',
            both(
              `缺少 ${missing.map((name) => `“${name}”`).join('、')}。`,
              `${missing.map((name) => `"${name}"`).join(', ')} must be included.`,
            ),
          ),
        ]),
    ...Object.entries(kind.map).flatMap(([own, theirs]) => [
      ...optionProblems({ code: 'TW1706', posting, keyword: `kind/map/${escaped(own)}`, at: 'name' }, by, own),
      ...optionProblems({ code: 'TW1706', posting, keyword: `kind/map/${escaped(own)}` }, column, theirs),
    ]),
  ]
}

/** A ledger that names kinds of documents by options must have one for this document. */
function checkDocumentKind(posting: PostingView, { entity, raw }: LedgerView, view: View): readonly Problem[] {
  const column = columnOf(view, entity, raw.document.kind)
  return column
    ? optionProblems({ code: 'TW1706', posting, keyword: 'ledger' }, column, posting.entity.document.file.name)
    : []
}
