/** Rules about ledgers and the balances they keep. */
import { member, objectOf, textsOf } from '../../source/json.ts'
import { isCreatedByPosting, readingActions } from '../../ledger/ledger.ts'
import { keyPairs, listOf, type RawBalance } from '../../raw/ledger.ts'
import { both, type Problem } from '../../source/problem.ts'
import { escaped } from '../view/document.ts'
import { columnOf, ledgersOf, storedAs, targetOf, type LedgerView } from '../view/ledger-view.ts'
import { problemOf, type Rule } from '../rule.ts'
import { didYouMean, suggest } from '../../source/suggest.ts'
import { usesOf } from '../view/field-uses.ts'
import { fieldPointer, type EntityView, type View } from '../view/view.ts'

export const ledgerColumns: Rule = {
  code: 'TW1701',
  name: 'The columns of a ledger have the kinds it needs',
  find: (view) =>
    ledgersOf(view).flatMap((ledger) => [
      ...numbers(ledger, view),
      ...wholeColumns(ledger, view),
      ...neededColumns(ledger),
      ...timesOf(ledger),
    ]),
}

const tell = (
  code: string,
  { document }: EntityView,
  pointer: string,
  zh: string,
  en: string,
  hint: Problem['hint'] = null,
): Problem => problemOf(code, document, pointer, 'value', { message: both(zh, en), hint })

/**
 * The measure is an integer or a decimal; balances before and after have the same scale, prices and amounts are
 * numbers.
 */
function numbers({ entity, raw }: LedgerView, view: View): readonly Problem[] {
  const measure = columnOf(view, entity, raw.measure)
  if (!measure) return []
  if (!isNumber(storedAs(measure)))
    return [
      tell(
        'TW1701',
        entity,
        '/x-ledger/measure',
        `“${raw.measure}”不是整数或小数。`,
        `"${raw.measure}" is neither an integer nor a decimal.`,
      ),
    ]
  const wrong = (['before', 'after'] as const).flatMap((keyword) => {
    const column = columnOf(view, entity, raw[keyword])
    if (!column || storedAs(column) === storedAs(measure)) return []
    return [
      tell(
        'TW1701',
        entity,
        `/x-ledger/${keyword}`,
        `“${raw[keyword]}”的种类和小数位数须与“${raw.measure}”相同。`,
        `"${raw[keyword]}" must have the same kind and scale as "${raw.measure}".`,
      ),
    ]
  })
  const amounts = (['price', 'total'] as const).flatMap((keyword) => {
    const column = raw.amount && columnOf(view, entity, raw.amount[keyword])
    if (!column || isNumber(storedAs(column))) return []
    return [
      tell(
        'TW1701',
        entity,
        `/x-ledger/amount/${keyword}`,
        `“${column.name}”不是整数或小数。`,
        `"${column.name}" is neither an integer nor a decimal.`,
      ),
    ]
  })
  return [...wrong, ...amounts]
}

const isNumber = (stored: string): boolean => stored === 'integer' || stored.startsWith('decimal')

function wholeColumns({ entity, raw }: LedgerView, view: View): readonly Problem[] {
  const columns = [
    ['document/line', raw.document.line],
    ['document/seq', raw.document.seq],
    ['reversal', raw.reversal],
  ] as const
  return columns.flatMap(([keyword, name]) => {
    const column = name === undefined ? null : columnOf(view, entity, name)
    if (!column) return []
    if (storedAs(column) !== 'integer')
      return [tell('TW1701', entity, `/x-ledger/${keyword}`, `“${name}”必须是整数。`, `"${name}" must be an integer.`)]
    if (keyword === 'reversal' && column.required)
      return [
        tell(
          'TW1701',
          entity,
          `/x-ledger/${keyword}`,
          `“${name}”不能必填：只有冲销行才有值。`,
          `"${name}" cannot be required: only reversal rows have a value.`,
        ),
      ]
    return []
  })
}

/** The columns that balances and the guard against double posting compare are required: in SQL, NULL equals nothing. */
function neededColumns({ entity, raw }: LedgerView): readonly Problem[] {
  const required = textsOf(entity.document.value['required'])
  const { no: _no, ...compared } = raw.document
  const columns: readonly (readonly [string, string])[] = [
    ...raw.dimensions.map((name, at) => [`dimensions/${at}`, name] as const),
    ['measure', raw.measure],
    ...Object.entries(compared).map(([keyword, name]) => [`document/${keyword}`, name] as const),
  ]
  return columns
    .filter(([, name]) => entity.fields.has(name) && !required.includes(name))
    .map(([pointer, name]) =>
      tell(
        'TW1701',
        entity,
        `/x-ledger/${pointer}`,
        `“${name}”必须是必填字段。`,
        `"${name}" must be required.`,
        both('请把它写进 required。', 'add it to "required"'),
      ),
    )
}

function timesOf({ entity }: LedgerView): readonly Problem[] {
  const { meta } = entity
  if (meta['created'] === undefined)
    return [tell('TW1701', entity, '/x-entity', '台账需要 x-entity.created。', 'A ledger needs x-entity.created.')]
  return ['updated', 'softDelete', 'sort', 'tree']
    .filter((keyword) => meta[keyword] !== undefined)
    .map((keyword) =>
      tell(
        'TW1701',
        entity,
        `/x-entity/${keyword}`,
        `台账的记录不能修改，不能有 ${keyword}。`,
        `Rows of a ledger never change and cannot have "${keyword}".`,
      ),
    )
}

export const ledgerBalances: Rule = {
  code: 'TW1702',
  name: 'A balance is keyed by the dimensions of its ledger, and only one ledger updates it',
  find: (view) => {
    const kept = new Set<string>()
    return ledgersOf(view).flatMap((ledger) =>
      ledger.raw.balances.flatMap((balance, at) => {
        const name = `${balance.table} ${balance.field}`
        const again = kept.has(name)
        kept.add(name)
        return wrongBalance(ledger, balance, at, again, view)
      }),
    )
  },
}

function wrongBalance(
  { entity, raw }: LedgerView,
  balance: RawBalance,
  at: number,
  again: boolean,
  view: View,
): readonly Problem[] {
  const pointer = `/x-ledger/balances/${at}`
  const target = view.entities.get(balance.table)
  const say = (keyword: string, zh: string, en: string, hint: Problem['hint'] = null): readonly Problem[] => [
    tell('TW1702', entity, `${pointer}/${keyword}`, zh, en, hint),
  ]
  if (!target)
    return view.unreadable.has(`${balance.table}.json`)
      ? []
      : say(
          'table',
          `没有实体“${balance.table}”。`,
          `There is no entity "${balance.table}".`,
          didYouMean(suggest(balance.table, [...view.entities.keys()])),
        )
  if (again)
    return say(
      'field',
      `“${balance.table}”的“${balance.field}”已由台账维护。`,
      `"${balance.field}" of "${balance.table}" is already updated by a ledger.`,
    )
  const pairs = keyPairs(balance.key)
  const missing = raw.dimensions.filter((name) => !pairs.some(([, from]) => from === name))
  if (at === 0 && (missing.length > 0 || pairs.length > raw.dimensions.length)) {
    return say(
      'key',
      '第一个余额须以全部维度为键。',
      'The key of the first balance must contain all dimensions.',
      both(`维度：${raw.dimensions.join('、')}。`, `dimensions: ${raw.dimensions.join(', ')}`),
    )
  }
  const stray = pairs.find(([, from]) => !raw.dimensions.includes(from))
  if (stray && entity.fields.has(stray[1]))
    return say('key', `“${stray[1]}”不是维度。`, `"${stray[1]}" is not a dimension.`)
  return [
    ...wrongKey(entity, target, balance, pointer, view),
    ...wrongField(entity, raw.measure, target, balance, pointer, view),
    ...wrongMade(entity, target, balance, pointer),
  ]
}

function wrongKey(
  entity: EntityView,
  target: EntityView,
  { key, table }: RawBalance,
  pointer: string,
  view: View,
): readonly Problem[] {
  return keyPairs(key).flatMap(([column, from], at) => {
    const [own, theirs] = [columnOf(view, entity, from), columnOf(view, target, column)]
    const place = `${pointer}/key/${Array.isArray(key) ? at : escaped(column)}`
    if (own && !theirs && Array.isArray(key) && !target.fields.has(column))
      return [tell('TW1702', entity, place, `“${table}”没有字段“${column}”。`, `"${table}" has no field "${column}".`)]
    if (!own || !theirs || storedAs(own) === storedAs(theirs)) return []
    return [
      tell(
        'TW1702',
        entity,
        place,
        `“${from}”与“${table}”的“${column}”种类不同。`,
        `"${from}" and "${column}" of "${table}" have different kinds.`,
      ),
    ]
  })
}

function wrongField(
  entity: EntityView,
  measure: string,
  target: EntityView,
  { table, field, floor }: RawBalance,
  pointer: string,
  view: View,
): readonly Problem[] {
  const own = columnOf(view, entity, measure)
  const names = [
    ['field', field],
    ...(typeof floor === 'string' && floor !== 'none' ? [['floor', floor] as const] : []),
  ] as const
  return names.flatMap(([keyword, name]) => {
    const theirs = columnOf(view, target, name)
    if (!own || !theirs || storedAs(own) === storedAs(theirs)) return []
    return [
      tell(
        'TW1702',
        entity,
        `${pointer}/${keyword}`,
        `“${table}”的“${name}”的种类和小数位数须与“${measure}”相同。`,
        `"${name}" of "${table}" must have the same kind and scale as "${measure}".`,
      ),
    ]
  })
}

/** A row that the first posting creates must not need a value that only a person could enter. */
function wrongMade(entity: EntityView, target: EntityView, balance: RawBalance, pointer: string): readonly Problem[] {
  if (!isCreatedByPosting(balance)) return []
  const known = [...keyPairs(balance.key).map(([column]) => column), balance.field]
  const required = textsOf(target.document.value['required'])
  const unfilled = required.find((name) => !known.includes(name) && target.fields.get(name)?.['default'] === undefined)
  if (unfilled !== undefined)
    return [
      tell(
        'TW1702',
        entity,
        `${pointer}/table`,
        `“${balance.table}”的必填字段“${unfilled}”没有默认值，过账无法建立余额。`,
        `"${unfilled}" of "${balance.table}" is required and has no default, so postings cannot create a balance.`,
      ),
    ]
  const open = keyPairs(balance.key).find(([column]) => target.fields.has(column) && !required.includes(column))
  if (open)
    return [
      tell(
        'TW1702',
        entity,
        `${pointer}/key`,
        `“${balance.table}”的“${open[0]}”必须是必填字段。`,
        `"${open[0]}" of "${balance.table}" must be required.`,
      ),
    ]
  return target.meta['softDelete'] === undefined
    ? []
    : [
        tell(
          'TW1702',
          entity,
          `${pointer}/table`,
          `“${balance.table}”的记录由过账建立，从不删除，不能有 softDelete。`,
          `Rows of "${balance.table}" are created by postings and never deleted, so it cannot have "softDelete".`,
        ),
      ]
}

export const ledgerActions: Rule = {
  code: 'TW1703',
  name: 'Ledgers and balances created by postings can only be listed and exported',
  find: (view) => {
    const made = ledgersOf(view).flatMap(({ raw }) => raw.balances.filter(isCreatedByPosting).map(({ table }) => table))
    const sealed = [...view.entities.values()].filter(
      ({ id, document }) => member(document.value, 'x-ledger') !== undefined || made.includes(id),
    )
    return sealed.flatMap((entity) => [...strayActions(entity), ...deletions(entity)])
  },
}

function strayActions(entity: EntityView): readonly Problem[] {
  const actions = textsOf(member(entity.document.value, 'x-actions'))
  return actions.flatMap((action, at) =>
    readingActions.some((one) => one === action)
      ? []
      : [
          tell(
            'TW1703',
            entity,
            `/x-actions/${at}`,
            `“${entity.id}”只由过账写入，不能有操作“${action}”。`,
            `Only postings write to "${entity.id}", so it cannot have the action "${action}".`,
          ),
        ],
  )
}

/** Deleting a referenced record must neither delete nor change rows that only postings write. */
function deletions(entity: EntityView): readonly Problem[] {
  return [...entity.fields]
    .filter(([, field]) => (member(objectOf(member(field, 'x-relation')), 'onDelete') ?? 'restrict') !== 'restrict')
    .map(([name]) =>
      tell(
        'TW1703',
        entity,
        `${fieldPointer(name)}/x-relation/onDelete`,
        `“${entity.id}”的记录不随引用的记录改变，只能用 restrict。`,
        `Rows of "${entity.id}" do not change with the records they refer to. Use restrict.`,
      ),
    )
}

export const ledgerSnapshots: Rule = {
  code: 'TW1704',
  name: 'A snapshot follows references to a value that fits its column',
  find: (view) =>
    ledgersOf(view).flatMap(({ entity, raw }) =>
      Object.entries(raw.snapshot ?? {}).flatMap(([column, paths]) =>
        listOf(paths).flatMap((path, at) => {
          const pointer = `/x-ledger/snapshot/${escaped(column)}${typeof paths === 'string' ? '' : `/${at}`}`
          const broken = brokenPath(view, entity, path.split('.'))
          if (broken !== null) return [tell('TW1704', entity, pointer, broken['zh-cn'], broken.en)]
          const [own, end] = [columnOf(view, entity, column), endOf(view, entity, path.split('.'))]
          if (
            !own ||
            !end ||
            (typeof paths === 'string'
              ? storedAs(own) === storedAs(end)
              : storedAs(own) === 'text' && storedAs(end) === 'text')
          )
            return []
          return [
            tell(
              'TW1704',
              entity,
              pointer,
              `“${path}”的值不能存入“${column}”。`,
              `The value of "${path}" does not fit "${column}".`,
            ),
          ]
        }),
      ),
    ),
}

/**
 * Why a path over references is invalid; null when it is valid, or when its end is reported where its own entity
 * names it. It has at least one step.
 */
export function brokenPath(view: View, entity: EntityView, names: readonly string[]): Problem['message'] | null {
  if (names.length < 2)
    return both(
      `“${names[0]}”不是路径：请从引用开始，例如 product_id.name。`,
      `"${names[0]}" is not a path. Start with a reference, for example product_id.name.`,
    )
  let at: EntityView = entity
  for (const name of names.slice(0, -1)) {
    const next = targetOf(view, at, name)
    if (!next) return both(`“${at.id}”的“${name}”不是引用。`, `"${name}" of "${at.id}" is not a reference.`)
    at = next
  }
  // The length was checked above.
  const last = names.at(-1)!
  const isReported =
    at.fields.has(last) ||
    at.implicit.has(last) ||
    (at !== entity && usesOf(at, view).some((use) => use.entity === at && use.name === last))
  return isReported ? null : both(`“${at.id}”没有字段“${last}”。`, `"${at.id}" has no field "${last}".`)
}

/** The column at the end of a valid path. */
export function endOf(view: View, entity: EntityView, names: readonly string[]): ReturnType<typeof columnOf> {
  const last = names
    .slice(0, -1)
    .reduce<EntityView | null>((at, name) => (at ? targetOf(view, at, name) : null), entity)
  // A valid path has at least two names.
  return last && columnOf(view, last, names.at(-1)!)
}
