/** Every place in which a ledger or a posting names a field. */
import { entryKeywords, origins } from '../../ledger/posting.ts'
import { keyPairs, listOf, type RawEntry } from '../../raw/ledger.ts'
import { escaped } from './document.ts'
import { ledgerIn, postingsIn, type PostingView } from './ledger-view.ts'
import { declared, listed, single, type Options, type Use } from './field-use.ts'
import type { EntityView, View } from './view.ts'

const any: Options = { of: 'any', isShown: false }

/** Names in `x-ledger` and `x-posting`, those of other entities' fields included. */
export function ledgerUses(entity: EntityView, view: View): readonly Use[] {
  return [
    ...ownUses(entity),
    ...balanceUses(entity, view),
    ...postingsIn(entity, view).flatMap((posting) => postingUses(posting)),
  ]
}

function ownUses(entity: EntityView): readonly Use[] {
  const ledger = ledgerIn(entity)
  if (!ledger) return []
  const { document, amount, dimensions, snapshot, ...rest } = ledger.raw
  const columns = {
    kind: rest.kind,
    measure: rest.measure,
    before: rest.before,
    after: rest.after,
    reversal: rest.reversal,
  }
  return [
    ...Object.entries(document).flatMap(([keyword, name]) =>
      single(entity, `/x-ledger/document/${keyword}`, name, declared),
    ),
    ...Object.entries(columns).flatMap(([keyword, name]) => single(entity, `/x-ledger/${keyword}`, name, declared)),
    ...Object.entries(amount ?? {}).flatMap(([keyword, name]) =>
      single(entity, `/x-ledger/amount/${keyword}`, name, declared),
    ),
    ...listed(entity, '/x-ledger/dimensions', dimensions, declared),
    ...Object.keys(snapshot ?? {}).flatMap((name) =>
      named(entity, `/x-ledger/snapshot/${escaped(name)}`, name, entity),
    ),
  ]
}

/** A name that is written as the name of a member. */
function named(
  { document }: EntityView,
  pointer: string,
  name: string,
  entity: EntityView,
  options: Options = declared,
): readonly Use[] {
  return [{ document, pointer, at: 'name', name, entity, list: null, ...options }]
}

function balanceUses(entity: EntityView, view: View): readonly Use[] {
  const balances = ledgerIn(entity)?.raw.balances ?? []
  return balances.flatMap((balance, at) => {
    const pointer = `/x-ledger/balances/${at}`
    const target = view.entities.get(balance.table)
    const own = keyPairs(balance.key).flatMap(([column, from], index) =>
      single(entity, keyPointer(pointer, balance.key, column, index), from, declared),
    )
    if (!target) return own
    const theirs = Array.isArray(balance.key)
      ? []
      : keyPairs(balance.key).flatMap(([column]) =>
          named(entity, `${pointer}/key/${escaped(column)}`, column, target, any),
        )
    const fields = [
      ['field', balance.field],
      ['last', balance.last],
      ...(typeof balance.floor === 'string' && balance.floor !== 'none' ? [['floor', balance.floor]] : []),
    ] as const
    return [
      ...own,
      ...theirs,
      ...fields.flatMap(([keyword, name]) =>
        single(entity, `${pointer}/${keyword}`, name, declared).map((use) => ({ ...use, entity: target })),
      ),
    ]
  })
}

const keyPointer = (pointer: string, key: unknown, column: string, index: number): string =>
  `${pointer}/key/${Array.isArray(key) ? index : escaped(column)}`

function postingUses({ entity, raw, pointer, ledger, line }: PostingView): readonly Use[] {
  const by = typeof raw.kind === 'object' ? raw.kind.by : undefined
  return [
    ...single(entity, `${pointer}/each`, raw.each, declared),
    ...single(entity, `${pointer}/kind/by`, by, declared),
    ...raw.entries.flatMap((entry, index) =>
      entryUses(entity, `${pointer}/entries/${index}`, entry, ledger?.entity ?? null, line),
    ),
  ]
}

function entryUses(
  entity: EntityView,
  pointer: string,
  entry: RawEntry,
  ledger: EntityView | null,
  line: EntityView | null,
): readonly Use[] {
  return Object.entries(entry)
    .filter(([column]) => !entryKeywords.includes(column))
    .flatMap(([column, sources]) => {
      const at = `${pointer}/${escaped(column)}`
      return [
        ...(ledger ? named(entity, at, column, ledger) : []),
        ...listOf(sources).flatMap((source, index) =>
          sourceUses(entity, typeof sources === 'string' ? at : `${at}/${index}`, source, line),
        ),
      ]
    })
}

/** The first name of a source; the rest is checked by the rule of paths. */
function sourceUses(entity: EntityView, pointer: string, source: string, line: EntityView | null): readonly Use[] {
  const names = source.split('.')
  const origin = origins.find((candidate) => names.length > 1 && candidate === names[0])
  const target = origin === 'document' ? entity : origin === 'input' ? null : line
  if (!target) return []
  return single(entity, pointer, names[origin ? 1 : 0], any).map((use) => ({ ...use, entity: target }))
}
