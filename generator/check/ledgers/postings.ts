/** Rules about what documents post to ledgers. */
import type { FieldModel, Text } from '../../../runtime/protocol/index.ts'
import { textsOf } from '../../source/json.ts'
import { entryKeywords, origins } from '../../ledger/posting.ts'
import { listOf, type RawEntry } from '../../raw/ledger.ts'
import { both, type Problem } from '../../source/problem.ts'
import { escaped } from '../view/document.ts'
import { allPostings, columnOf, storedAs, type LedgerView, type PostingView } from '../view/ledger-view.ts'
import { brokenPath, endOf } from './ledgers.ts'
import { problemOf, type Rule } from '../rule.ts'
import { didYouMean, suggest } from '../../source/suggest.ts'
import type { EntityView, View } from '../view/view.ts'

const tell = (
  code: string,
  { entity, pointer }: PostingView,
  keyword: string,
  message: Text,
  hint: Problem['hint'] = null,
  at: 'name' | 'value' = 'value',
): Problem => problemOf(code, entity.document, `${pointer}/${keyword}`, at, { message, hint })

export const postingLedgers: Rule = {
  code: 'TW1705',
  name: 'A document posts to a ledger once and only from its own lines',
  find: (view) => allPostings(view).flatMap((posting) => [...wrongLedger(posting, view), ...wrongLines(posting)]),
}

function wrongLedger(posting: PostingView, view: View): readonly Problem[] {
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
    return [tell('TW1705', posting, 'ledger', message, didYouMean(suggest(raw.ledger, ledgers)))]
  }
  const first = allPostings(view).find((other) => other.entity === entity && other.raw.ledger === raw.ledger)
  return !first || first.name === name
    ? []
    : [
        tell(
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

function wrongLines(posting: PostingView): readonly Problem[] {
  const { raw, entity, line } = posting
  if (raw.each !== undefined && line === null && entity.fields.has(raw.each)) {
    return [
      tell(
        'TW1705',
        posting,
        'each',
        both(`“${raw.each}”不是本单据的明细。`, `"${raw.each}" does not contain lines of this document.`),
      ),
    ]
  }
  if (raw.each === undefined || posting.ledger === null || posting.ledger.raw.document.line !== undefined) return []
  return [
    tell(
      'TW1705',
      posting,
      'each',
      both('逐行过账需要台账的 document.line。', 'Posting each line needs a ledger with document.line.'),
    ),
  ]
}

export const postingKinds: Rule = {
  code: 'TW1706',
  name: 'The kind of a posting maps every option of the document to an option of the ledger',
  find: (view) =>
    allPostings(view).flatMap((posting) =>
      posting.ledger
        ? [...wrongKind(posting, posting.ledger, view), ...wrongDocumentKind(posting, posting.ledger, view)]
        : [],
    ),
}

function wrongKind(posting: PostingView, ledger: LedgerView, view: View): readonly Problem[] {
  const { kind } = posting.raw
  const column = ledger.raw.kind === undefined ? null : columnOf(view, ledger.entity, ledger.raw.kind)
  if (ledger.raw.kind === undefined)
    return kind === undefined
      ? []
      : [
          tell(
            'TW1706',
            posting,
            'kind',
            both(`台账“${ledger.entity.id}”没有业务类型（kind）。`, `The ledger "${ledger.entity.id}" has no kind.`),
          ),
        ]
  if (kind === undefined) return [tell('TW1706', posting, 'ledger', both('缺少 kind。', '"kind" is missing.'))]
  if (!column) return []
  if (typeof kind === 'string') return unknownOption(posting, 'kind', column, kind)
  const by = columnOf(view, posting.entity, kind.by)
  if (!by) return []
  if (!by.options || by.maxItems !== undefined)
    return [tell('TW1706', posting, 'kind/by', both(`“${kind.by}”不是枚举。`, `"${kind.by}" is not an enum.`))]
  const missing = by.options.filter((option) => !Object.hasOwn(kind.map, option.name)).map((option) => option.name)
  return [
    ...(missing.length === 0
      ? []
      : [
          tell(
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
      ...unknownOption(posting, `kind/map/${escaped(own)}`, by, own, 'name'),
      ...unknownOption(posting, `kind/map/${escaped(own)}`, column, theirs),
    ]),
  ]
}

function unknownOption(
  posting: PostingView,
  keyword: string,
  field: FieldModel,
  name: string,
  at: 'name' | 'value' = 'value',
): readonly Problem[] {
  if (!field.options || field.options.some((option) => option.name === name)) return []
  return [
    tell(
      'TW1706',
      posting,
      keyword,
      both(`“${field.name}”没有选项“${name}”。`, `"${field.name}" has no option "${name}".`),
      didYouMean(
        suggest(
          name,
          field.options.map((option) => option.name),
        ),
      ),
      at,
    ),
  ]
}

/** A ledger that names kinds of documents by options must have one for this document. */
function wrongDocumentKind(posting: PostingView, { entity, raw }: LedgerView, view: View): readonly Problem[] {
  const column = columnOf(view, entity, raw.document.kind)
  return column ? unknownOption(posting, 'ledger', column, posting.entity.document.file.name) : []
}

export const postingEntries: Rule = {
  code: 'TW1707',
  name: 'An entry sets every column the ledger needs and none that the ledger fills in',
  find: (view) =>
    allPostings(view).flatMap((posting) =>
      posting.ledger && posting.line ? wrongEntries(posting, posting.ledger, posting.line, view) : [],
    ),
}

function wrongEntries(posting: PostingView, ledger: LedgerView, line: EntityView, view: View): readonly Problem[] {
  const filled = filledIn(ledger)
  const required = textsOf(ledger.entity.document.value['required']).filter((name) => !filled.includes(name))
  return posting.raw.entries.flatMap((entry, at) => {
    const missing = [...new Set([...ledger.raw.dimensions, ledger.raw.measure, ...required])].filter(
      (name) => !Object.hasOwn(entry, name),
    )
    return [
      ...(missing.length === 0
        ? []
        : [
            tell(
              'TW1707',
              posting,
              `entries/${at}`,
              both(
                `缺少 ${missing.map((name) => `“${name}”`).join('、')}。`,
                `${missing.map((name) => `"${name}"`).join(', ')} must be set.`,
              ),
            ),
          ]),
      ...Object.keys(entry)
        .filter((name) => filled.includes(name) && !entryKeywords.includes(name))
        .map((name) =>
          tell(
            'TW1707',
            posting,
            `entries/${at}/${escaped(name)}`,
            both(`“${name}”由台账自动填写。`, `The ledger fills in "${name}".`),
            null,
            'name',
          ),
        ),
      ...wrongSources(posting, at, entry, ledger, line, view),
      ...wrongLeg(posting, at, entry, ledger, view),
    ]
  })
}

function filledIn({ entity, raw }: LedgerView): readonly string[] {
  const own = [raw.kind, raw.before, raw.after, raw.reversal, raw.amount?.total].filter((name) => name !== undefined)
  return [...Object.values(raw.document), ...own, ...Object.keys(raw.snapshot ?? {}), ...entity.implicit]
}

function wrongSources(
  posting: PostingView,
  at: number,
  entry: RawEntry,
  ledger: LedgerView,
  line: EntityView,
  view: View,
): readonly Problem[] {
  return Object.entries(entry)
    .filter(([column]) => !entryKeywords.includes(column))
    .flatMap(([column, sources]) =>
      listOf(sources).flatMap((source, index) => {
        const keyword = `entries/${at}/${escaped(column)}${typeof sources === 'string' ? '' : `/${index}`}`
        const names = source.split('.')
        const origin = origins.find((one) => names.length > 1 && one === names[0])
        const rest = origin ? names.slice(1) : names
        if (origin === 'input')
          return rest.length === 1
            ? []
            : [
                tell(
                  'TW1707',
                  posting,
                  keyword,
                  both('输入项之后不能再接路径。', 'An input cannot be followed by a path.'),
                ),
              ]
        const start = origin === 'document' ? posting.entity : line
        const broken = rest.length > 1 ? brokenPath(view, start, rest) : null
        if (broken) return [tell('TW1707', posting, keyword, broken)]
        const [own, theirs] = [
          columnOf(view, ledger.entity, column),
          // Splitting a text gives at least one name, and an origin is only taken off when another name follows.
          rest.length > 1 ? endOf(view, start, rest) : columnOf(view, start, rest[0]!),
        ]
        if (!own || !theirs || storedAs(own) === storedAs(theirs)) return []
        return [
          tell(
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
function wrongLeg(
  posting: PostingView,
  at: number,
  entry: RawEntry,
  ledger: LedgerView,
  view: View,
): readonly Problem[] {
  const { leg } = ledger.raw.document
  const given = entry['leg']
  if (leg === undefined) {
    if (given !== undefined)
      return [
        tell(
          'TW1707',
          posting,
          `entries/${at}/leg`,
          both(`台账“${ledger.entity.id}”没有 document.leg。`, `The ledger "${ledger.entity.id}" has no document.leg.`),
        ),
      ]
    return at === 0
      ? []
      : [
          tell(
            'TW1707',
            posting,
            `entries/${at}`,
            both('一行多笔需要台账的 document.leg。', 'Several entries per line need a ledger with document.leg.'),
          ),
        ]
  }
  const column = columnOf(view, ledger.entity, leg)
  if (column?.options && typeof given !== 'string')
    return [tell('TW1707', posting, `entries/${at}`, both('缺少 leg。', '"leg" is missing.'))]
  if (typeof given !== 'string') return []
  const twice = posting.raw.entries.findIndex((other) => other['leg'] === given) < at
  if (twice)
    return [
      tell(
        'TW1707',
        posting,
        `entries/${at}/leg`,
        both(`leg“${given}”出现了两次。`, `The leg "${given}" appears twice.`),
      ),
    ]
  return column
    ? unknownOption(posting, `entries/${at}/leg`, column, given).map((problem) => ({ ...problem, code: 'TW1707' }))
    : []
}

export const postingBalance: Rule = {
  code: 'TW1708',
  name: 'Balanced entries add and subtract the same quantity',
  find: (view) =>
    allPostings(view).flatMap((posting) => {
      const { raw, ledger } = posting
      if (raw.balanced !== true || !ledger) return []
      const measures = raw.entries.map((entry) => JSON.stringify(entry[ledger.raw.measure]))
      const sum = raw.entries.reduce((all, entry) => all + (entry['sign'] === '-' ? -1 : 1), 0)
      if (sum === 0 && measures.every((one) => one === measures[0])) return []
      return [
        tell(
          'TW1708',
          posting,
          'balanced',
          both('各笔之和不为零。', 'The entries do not add up to zero.'),
          both('请让正负两笔取同一数量。', 'use the same quantity in a "+" and a "-" entry'),
        ),
      ]
    }),
}
