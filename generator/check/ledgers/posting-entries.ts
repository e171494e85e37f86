import { textsOf } from '../../source/json.ts'
import { entryKeywords, origins } from '../../ledger/posting.ts'
import { listOf, type RawEntry } from '../../raw/ledger.ts'
import { both, type Problem } from '../../source/problem.ts'
import type { Rule } from '../rule.ts'
import { escaped } from '../view/document.ts'
import { allPostings, columnOf, storedAs, type LedgerView, type PostingView } from '../view/ledger-view.ts'
import type { EntityView, View } from '../view/view.ts'
import { columnAtPath, findPathProblem } from './paths.ts'
import { optionProblems, postingProblem } from './posting-problem.ts'

export const postingEntries: Rule = {
  code: 'TW1707',
  name: 'An entry sets every column the ledger needs and none that the ledger fills in',
  find: (view) =>
    allPostings(view).flatMap((posting) =>
      posting.ledger && posting.line ? checkEntries(posting, posting.ledger, posting.line, view) : [],
    ),
}

function checkEntries(posting: PostingView, ledger: LedgerView, line: EntityView, view: View): readonly Problem[] {
  const filled = columnsFilledIn(ledger)
  const required = textsOf(ledger.entity.document.value['required']).filter((name) => !filled.includes(name))
  return posting.raw.entries.flatMap((entry, index) => {
    const missing = [...new Set([...ledger.raw.dimensions, ledger.raw.measure, ...required])].filter(
      (name) => !Object.hasOwn(entry, name),
    )
    return [
      ...(missing.length === 0
        ? []
        : [
            postingProblem(
              'TW1707',
              posting,
              `entries/${index}`,
              both(
                `缺少 ${missing.map((name) => `“${name}”`).join('、')}。`,
                `${missing.map((name) => `"${name}"`).join(', ')} must be set.`,
              ),
            ),
          ]),
      ...Object.keys(entry)
        .filter((name) => filled.includes(name) && !entryKeywords.includes(name))
        .map((name) =>
          postingProblem(
            'TW1707',
            posting,
            `entries/${index}/${escaped(name)}`,
            both(`“${name}”由台账自动填写。`, `The ledger fills in "${name}".`),
            { at: 'name' },
          ),
        ),
      ...checkSources(posting, { index, entry }, ledger, line, view),
      ...checkLeg(posting, index, entry, ledger, view),
    ]
  })
}

function columnsFilledIn({ entity, raw }: LedgerView): readonly string[] {
  const own = [raw.kind, raw.before, raw.after, raw.reversal, raw.amount?.total].filter((name) => name !== undefined)
  return [...Object.values(raw.document), ...own, ...Object.keys(raw.snapshot ?? {}), ...entity.implicit]
}

function checkSources(
  posting: PostingView,
  { index: position, entry }: { readonly index: number; readonly entry: RawEntry },
  ledger: LedgerView,
  line: EntityView,
  view: View,
): readonly Problem[] {
  return Object.entries(entry)
    .filter(([column]) => !entryKeywords.includes(column))
    .flatMap(([column, sources]) =>
      listOf(sources).flatMap((source, index) => {
        const keyword = `entries/${position}/${escaped(column)}${typeof sources === 'string' ? '' : `/${index}`}`
        const names = source.split('.')
        const origin = origins.find((candidate) => names.length > 1 && candidate === names[0])
        const rest = origin ? names.slice(1) : names
        if (origin === 'input')
          return rest.length === 1
            ? []
            : [
                postingProblem(
                  'TW1707',
                  posting,
                  keyword,
                  both('输入项之后不能再接路径。', 'An input cannot be followed by a path.'),
                ),
              ]
        const start = origin === 'document' ? posting.entity : line
        const broken = rest.length > 1 ? findPathProblem(view, start, rest) : null
        if (broken) return [postingProblem('TW1707', posting, keyword, broken)]
        const [own, theirs] = [
          columnOf(view, ledger.entity, column),
          // Splitting a text gives at least one name, and an origin is only taken off when another name follows.
          rest.length > 1 ? columnAtPath(view, start, rest) : columnOf(view, start, rest[0]!),
        ]
        if (!own || !theirs || storedAs(own) === storedAs(theirs)) return []
        return [
          postingProblem(
            'TW1707',
            posting,
            keyword,
            both(
              `“${source}”的种类或小数位数与“${column}”不同。`,
              `"${source}" and "${column}" have different kinds or scales.`,
            ),
          ),
        ]
      }),
    )
}

/** Several rows of one line need a column that distinguishes them, and different legs. */
function checkLeg(
  posting: PostingView,
  index: number,
  entry: RawEntry,
  ledger: LedgerView,
  view: View,
): readonly Problem[] {
  const { leg } = ledger.raw.document
  const given = entry['leg']
  if (leg === undefined) {
    if (given !== undefined)
      return [
        postingProblem(
          'TW1707',
          posting,
          `entries/${index}/leg`,
          both(`台账“${ledger.entity.id}”没有 document.leg。`, `The ledger "${ledger.entity.id}" has no document.leg.`),
        ),
      ]
    return index === 0
      ? []
      : [
          postingProblem(
            'TW1707',
            posting,
            `entries/${index}`,
            both('一行多笔需要台账的 document.leg。', 'Several entries per line need a ledger with document.leg.'),
          ),
        ]
  }
  const column = columnOf(view, ledger.entity, leg)
  if (column?.options && typeof given !== 'string')
    return [postingProblem('TW1707', posting, `entries/${index}`, both('缺少 leg。', '"leg" is missing.'))]
  if (typeof given !== 'string') return []
  const twice = posting.raw.entries.findIndex((other) => other['leg'] === given) < index
  if (twice)
    return [
      postingProblem(
        'TW1707',
        posting,
        `entries/${index}/leg`,
        both(`leg“${given}”出现了两次。`, `The leg "${given}" appears twice.`),
      ),
    ]
  return column ? optionProblems({ code: 'TW1707', posting, keyword: `entries/${index}/leg` }, column, given) : []
}
