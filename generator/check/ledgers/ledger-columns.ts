import { textsOf } from '../../source/json.ts'
import { both, type Problem } from '../../source/problem.ts'
import type { Rule } from '../rule.ts'
import { columnOf, ledgersOf, storedAs, type LedgerView } from '../view/ledger-view.ts'
import type { View } from '../view/view.ts'
import { ledgerProblem } from './ledger-problem.ts'

export const ledgerColumns: Rule = {
  code: 'TW1701',
  name: 'The columns of a ledger have the kinds it needs',
  find: (view) =>
    ledgersOf(view).flatMap((ledger) => [
      ...checkNumbers(ledger, view),
      ...checkIntegers(ledger, view),
      ...checkRequired(ledger),
      ...checkMeta(ledger),
    ]),
}

/**
 * The measure is an integer or a decimal; balances before and after have the same scale, prices and amounts are
 * numbers.
 */
function checkNumbers({ entity, raw }: LedgerView, view: View): readonly Problem[] {
  const measure = columnOf(view, entity, raw.measure)
  if (!measure) return []
  if (!isNumber(storedAs(measure)))
    return [
      ledgerProblem(
        'TW1701',
        entity,
        '/x-ledger/measure',
        both(`“${raw.measure}”不是整数或小数。`, `"${raw.measure}" is neither an integer nor a decimal.`),
      ),
    ]
  const wrong = (['before', 'after'] as const).flatMap((keyword) => {
    const column = columnOf(view, entity, raw[keyword])
    if (!column || storedAs(column) === storedAs(measure)) return []
    return [
      ledgerProblem(
        'TW1701',
        entity,
        `/x-ledger/${keyword}`,
        both(
          `“${raw[keyword]}”的种类和小数位数须与“${raw.measure}”相同。`,
          `"${raw[keyword]}" must have the same kind and scale as "${raw.measure}".`,
        ),
      ),
    ]
  })
  const amounts = (['price', 'total'] as const).flatMap((keyword) => {
    const column = raw.amount && columnOf(view, entity, raw.amount[keyword])
    if (!column || isNumber(storedAs(column))) return []
    return [
      ledgerProblem(
        'TW1701',
        entity,
        `/x-ledger/amount/${keyword}`,
        both(`“${column.name}”不是整数或小数。`, `"${column.name}" is neither an integer nor a decimal.`),
      ),
    ]
  })
  return [...wrong, ...amounts]
}

const isNumber = (storage: string): boolean => storage === 'integer' || storage.startsWith('decimal')

function checkIntegers({ entity, raw }: LedgerView, view: View): readonly Problem[] {
  const columns = [
    ['document/line', raw.document.line],
    ['document/seq', raw.document.seq],
    ['reversal', raw.reversal],
  ] as const
  return columns.flatMap(([keyword, name]) => {
    const column = name === undefined ? null : columnOf(view, entity, name)
    if (!column) return []
    if (storedAs(column) !== 'integer')
      return [
        ledgerProblem(
          'TW1701',
          entity,
          `/x-ledger/${keyword}`,
          both(`“${name}”必须是整数。`, `"${name}" must be an integer.`),
        ),
      ]
    if (keyword === 'reversal' && column.required)
      return [
        ledgerProblem(
          'TW1701',
          entity,
          `/x-ledger/${keyword}`,
          both(
            `“${name}”不能必填：只有冲销行才有值。`,
            `"${name}" cannot be required: only reversal rows have a value.`,
          ),
        ),
      ]
    return []
  })
}

/** The columns that balances and the guard against double posting compare are required: in SQL, NULL equals nothing. */
function checkRequired({ entity, raw }: LedgerView): readonly Problem[] {
  const required = textsOf(entity.document.value['required'])
  const { no: _no, ...compared } = raw.document
  const columns: readonly (readonly [string, string])[] = [
    ...raw.dimensions.map((name, index) => [`dimensions/${index}`, name] as const),
    ['measure', raw.measure],
    ...Object.entries(compared).map(([keyword, name]) => [`document/${keyword}`, name] as const),
  ]
  return columns
    .filter(([, name]) => entity.fields.has(name) && !required.includes(name))
    .map(([pointer, name]) =>
      ledgerProblem(
        'TW1701',
        entity,
        `/x-ledger/${pointer}`,
        both(`“${name}”必须是必填字段。`, `"${name}" must be required.`),
        both('请把它写进 required。', 'add it to "required"'),
      ),
    )
}

function checkMeta({ entity }: LedgerView): readonly Problem[] {
  const { meta } = entity
  if (meta['created'] === undefined)
    return [
      ledgerProblem(
        'TW1701',
        entity,
        '/x-entity',
        both('台账需要 x-entity.created。', 'A ledger needs x-entity.created.'),
      ),
    ]
  return ['updated', 'softDelete', 'sort', 'tree']
    .filter((keyword) => meta[keyword] !== undefined)
    .map((keyword) =>
      ledgerProblem(
        'TW1701',
        entity,
        `/x-entity/${keyword}`,
        both(`台账的记录不能修改，不能有 ${keyword}。`, `Rows of a ledger never change and cannot have "${keyword}".`),
      ),
    )
}
