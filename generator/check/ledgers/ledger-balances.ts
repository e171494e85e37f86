import { member, objectOf, textsOf } from '../../source/json.ts'
import { isCreatedByPosting } from '../../ledger/ledger.ts'
import { keyPairs, type RawBalance } from '../../raw/ledger.ts'
import { both, type Problem } from '../../source/problem.ts'
import { didYouMean, suggest } from '../../source/suggest.ts'
import type { Rule } from '../rule.ts'
import { escaped } from '../view/document.ts'
import { columnOf, ledgersOf, storedAs, type LedgerView } from '../view/ledger-view.ts'
import type { EntityView, View } from '../view/view.ts'
import { ledgerProblem } from './ledger-problem.ts'

export const ledgerBalances: Rule = {
  code: 'TW1702',
  name: 'A balance is keyed by the dimensions of its ledger, and only one ledger updates it',
  find: (view) => {
    const names = new Set<string>()
    return ledgersOf(view).flatMap((ledger) =>
      ledger.raw.balances.flatMap((balance, index) => {
        const name = `${balance.table} ${balance.field}`
        const again = names.has(name)
        names.add(name)
        return checkBalance(ledger, balance, index, again, view)
      }),
    )
  },
}

function checkBalance(
  { entity, raw }: LedgerView,
  balance: RawBalance,
  index: number,
  again: boolean,
  view: View,
): readonly Problem[] {
  const pointer = `/x-ledger/balances/${index}`
  const target = view.entities.get(balance.table)
  const problemAtKeyword = (
    keyword: string,
    zh: string,
    en: string,
    hint: Problem['hint'] = null,
  ): readonly Problem[] => [ledgerProblem('TW1702', entity, `${pointer}/${keyword}`, both(zh, en), hint)]
  if (!target)
    return view.unreadable.has(`${balance.table}.json`)
      ? []
      : problemAtKeyword(
          'table',
          `没有实体“${balance.table}”。`,
          `There is no entity "${balance.table}".`,
          didYouMean(suggest(balance.table, [...view.entities.keys()])),
        )
  if (again)
    return problemAtKeyword(
      'field',
      `“${balance.table}”的“${balance.field}”已由台账维护。`,
      `"${balance.field}" of "${balance.table}" is already updated by a ledger.`,
    )
  const pairs = keyPairs(balance.key)
  const missing = raw.dimensions.filter((name) => !pairs.some(([, from]) => from === name))
  if (index === 0 && (missing.length > 0 || pairs.length > raw.dimensions.length)) {
    return problemAtKeyword(
      'key',
      '第一个余额须以全部维度为键。',
      'The key of the first balance must contain all dimensions.',
      both(`维度：${raw.dimensions.join('、')}。`, `dimensions: ${raw.dimensions.join(', ')}`),
    )
  }
  const stray = pairs.find(([, from]) => !raw.dimensions.includes(from))
  if (stray && entity.fields.has(stray[1]))
    return problemAtKeyword('key', `“${stray[1]}”不是维度。`, `"${stray[1]}" is not a dimension.`)
  return [
    ...checkKey(entity, target, balance, pointer, view),
    ...checkField({ entity, raw }, target, balance, pointer, view),
    ...checkCreatedRow(entity, target, balance, pointer),
    ...checkAction({ entity, raw }, balance, target, index, pointer),
  ]
}

function checkKey(
  entity: EntityView,
  target: EntityView,
  { key, table }: RawBalance,
  pointer: string,
  view: View,
): readonly Problem[] {
  return keyPairs(key).flatMap(([column, from], index) => {
    const [own, theirs] = [columnOf(view, entity, from), columnOf(view, target, column)]
    const place = `${pointer}/key/${Array.isArray(key) ? index : escaped(column)}`
    if (own && !theirs && Array.isArray(key) && !target.fields.has(column))
      return [
        ledgerProblem(
          'TW1702',
          entity,
          place,
          both(`“${table}”没有字段“${column}”。`, `"${table}" has no field "${column}".`),
        ),
      ]
    if (!own || !theirs || storedAs(own) === storedAs(theirs)) return []
    return [
      ledgerProblem(
        'TW1702',
        entity,
        place,
        both(
          `“${from}”与“${table}”的“${column}”种类不同。`,
          `"${from}" and "${column}" of "${table}" have different kinds.`,
        ),
      ),
    ]
  })
}

function checkField(
  { entity, raw: { measure } }: LedgerView,
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
      ledgerProblem(
        'TW1702',
        entity,
        `${pointer}/${keyword}`,
        both(
          `“${table}”的“${name}”的种类和小数位数须与“${measure}”相同。`,
          `"${name}" of "${table}" must have the same kind and scale as "${measure}".`,
        ),
      ),
    ]
  })
}

/** The list of the ledger lets a person choose the record of one balance, and runs the action of that record. */
function checkAction(
  { entity, raw: { balances } }: LedgerView,
  { action, key, table }: RawBalance,
  target: EntityView,
  index: number,
  pointer: string,
): readonly Problem[] {
  if (action === undefined) return []
  const problemOfAction = (zh: string, en: string, hint: Problem['hint'] = null): readonly Problem[] => [
    ledgerProblem('TW1702', entity, `${pointer}/action`, both(zh, en), hint),
  ]
  const names = Object.keys(objectOf(member(objectOf(target.document.value['x-machine']), 'actions')))
  if (!names.includes(action))
    return problemOfAction(
      `“${table}”没有操作“${action}”。`,
      `"${table}" has no action "${action}".`,
      didYouMean(suggest(action, names)),
    )
  const [[column, from] = [], ...others] = keyPairs(key)
  const relation = objectOf(entity.fields.get(from ?? '')?.['x-relation'])
  if (others.length > 0 || column !== 'id' || relation['to'] !== table)
    return problemOfAction(
      `“${table}”的记录须由一个引用字段按 id 定位，才能在列表中选择。`,
      `Only a record of "${table}" that one reference finds by its id can be chosen in the list.`,
    )
  return balances.findIndex((candidate) => candidate.action !== undefined) === index
    ? []
    : problemOfAction('一个台账只能有一个这样的操作。', 'A ledger has one such action at most.')
}

/** A row that the first posting creates must not need a value that only a person could enter. */
function checkCreatedRow(
  entity: EntityView,
  target: EntityView,
  balance: RawBalance,
  pointer: string,
): readonly Problem[] {
  if (!isCreatedByPosting(balance)) return []
  const columns = [...keyPairs(balance.key).map(([column]) => column), balance.field]
  const required = textsOf(target.document.value['required'])
  const unfilled = required.find(
    (name) => !columns.includes(name) && target.fields.get(name)?.['default'] === undefined,
  )
  if (unfilled !== undefined)
    return [
      ledgerProblem(
        'TW1702',
        entity,
        `${pointer}/table`,
        both(
          `“${balance.table}”的必填字段“${unfilled}”没有默认值，过账无法建立余额。`,
          `"${unfilled}" of "${balance.table}" is required and has no default, so postings cannot create a balance.`,
        ),
      ),
    ]
  const open = keyPairs(balance.key).find(([column]) => target.fields.has(column) && !required.includes(column))
  if (open)
    return [
      ledgerProblem(
        'TW1702',
        entity,
        `${pointer}/key`,
        both(
          `“${balance.table}”的“${open[0]}”必须是必填字段。`,
          `"${open[0]}" of "${balance.table}" must be required.`,
        ),
      ),
    ]
  return target.meta['softDelete'] === undefined
    ? []
    : [
        ledgerProblem(
          'TW1702',
          entity,
          `${pointer}/table`,
          both(
            `“${balance.table}”的记录由过账建立，从不删除，不能有 softDelete。`,
            `Rows of "${balance.table}" are created by postings and never deleted, so it cannot have "softDelete".`,
          ),
        ),
      ]
}
