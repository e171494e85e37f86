/** The model of `x-ledger`, and its effect on the tables that keep its balances. Expects checked documents. */
import type {
  ActionName,
  BalanceModel,
  FieldModel,
  IndexModel,
  LedgerModel,
  LookupPathModel,
  PathModel,
  TableModel,
} from '../../runtime/protocol/index.ts'
import type { Draft } from '../normalize/entity.ts'
import { pageOf } from '../source/names.ts'
import { idOf } from '../source/source-file.ts'
import { keyPairs, listOf, type RawBalance } from '../raw/ledger.ts'

export type Drafts = ReadonlyMap<string, Draft>

/** All a ledger and the tables of balances have: a list and its export. */
export const readingActions: readonly ActionName[] = ['index', 'export']

/** The ledger of a draft, undefined when the draft is not a ledger. */
export function ledgerOf(draft: Draft, drafts: Drafts): LedgerModel | undefined {
  const raw = draft.raw['x-ledger']
  if (!raw) return undefined
  const { kind, id, no = null, line = null, seq = null, leg = null } = raw.document
  return {
    document: { kind, id, no, line, seq, leg },
    kind: raw.kind ?? null,
    dimensions: raw.dimensions,
    measure: raw.measure,
    before: raw.before,
    after: raw.after,
    reversal: raw.reversal ?? null,
    amount: raw.amount
      ? {
          ...raw.amount,
          digits: scaleOf(draft, raw.amount.price) + scaleOf(draft, raw.measure) - scaleOf(draft, raw.amount.total),
        }
      : null,
    balances: raw.balances.map((balance) => balanceOf(balance, drafts)),
    snapshots: Object.entries(raw.snapshot ?? {}).map(([column, paths]) => ({
      column,
      paths: listOf(paths).map((path) => pathOf(draft, path.split('.'), drafts)),
    })),
  }
}

function balanceOf(raw: RawBalance, drafts: Drafts): BalanceModel {
  const key = keyPairs(raw.key).map(([column, from]) => ({ column, from }))
  return {
    entity: raw.table,
    table: drafts.get(raw.table)?.table ?? raw.table,
    key,
    field: raw.field,
    floor: raw.floor === 'none' ? null : (raw.floor ?? 0),
    creates: isCreatedByPosting(raw),
    last: raw.last ?? null,
    // Checked documents only name actions of entities that exist.
    ...(raw.action !== undefined && { action: { page: pageOf(drafts.get(raw.table)!.controller), name: raw.action } }),
  }
}

/** Which ledger keeps balances in the entity, the first by id, and how its rows are found. */
export function balanceIn(entity: string, drafts: Drafts): TableModel['balanceOf'] {
  for (const draft of drafts.values()) {
    const balance = draft.raw['x-ledger']?.balances.find(({ table }) => table === entity)
    if (balance)
      return { entity: idOf(draft.file), key: keyPairs(balance.key).map(([column, from]) => ({ column, from })) }
  }
  return undefined
}

/** A balance found by anything but the id of its record comes with the first posting. */
export const isCreatedByPosting = ({ key }: RawBalance): boolean => keyPairs(key).every(([column]) => column !== 'id')

/** A path over references, its first name being a field of the draft. */
export function pathOf(draft: Draft, names: readonly string[], drafts: Drafts): PathModel {
  const { steps, column } = lookupPathOf(draft, names, drafts)
  return { steps: steps.map((step) => ({ column: step.column, table: step.table })), column }
}

/** The same with the entities on its way, whose rights decide who may see the value. */
export function lookupPathOf(draft: Draft, names: readonly string[], drafts: Drafts): LookupPathModel {
  const steps: LookupPathModel['steps'][number][] = []
  let from: Draft | undefined = draft
  for (const column of names.slice(0, -1)) {
    const entity: string = targetOf(from, column) ?? ''
    from = drafts.get(entity)
    steps.push({ column, table: from?.table ?? '', entity })
  }
  // Checked paths have at least one name.
  return { steps, column: names.at(-1)! }
}

/** Entity the reference leads to. */
export function targetOf(draft: Draft | undefined, column: string): string | undefined {
  return (
    draft?.fields.find((field) => field.model.name === column)?.relation?.to ??
    (column === draft?.ownedBy?.field ? draft.ownedBy.entity : undefined)
  )
}

const scaleOf = (draft: Draft, column: string): number => fieldIn(draft, column)?.scale ?? 0

/** The field of that name in a draft. */
export const fieldIn = (draft: Draft, column: string): FieldModel | undefined =>
  draft.fields.find((field) => field.model.name === column)?.model

/**
 * Indexes a ledger lives by: each posting once, each row undone once, the last row of a key found at once; and one
 * balance a key.
 */
export function ledgerIndexes({ raw: { 'x-ledger': raw }, balanceKey }: Draft): readonly IndexModel[] {
  const key = balanceKey ? [{ name: 'balance', on: balanceKey, unique: true }] : []
  if (!raw) return key
  const { kind, id, line, seq, leg } = raw.document
  const once = [kind, id, line, seq, leg].filter((name) => name !== undefined)
  return [
    ...key,
    { name: 'posted_once', on: once, unique: true },
    ...(raw.reversal === undefined ? [] : [{ name: 'undone_once', on: [raw.reversal], unique: true }]),
    { name: 'chain', on: [...raw.dimensions, 'id'], unique: false },
  ]
}

/** What the ledgers of all drafts make of the entities that keep balances. */
export interface BalanceColumns {
  /** Fields nothing but postings writes. */
  readonly fields: ReadonlySet<string>
  /** Columns of the key, where the first posting adds the row. Then only postings add, change or remove rows. */
  readonly key: readonly string[] | null
}

/** By entity. */
export function balancesByEntity(drafts: Drafts): ReadonlyMap<string, BalanceColumns> {
  const kept = new Map<string, BalanceColumns>()
  for (const draft of drafts.values()) {
    for (const balance of draft.raw['x-ledger']?.balances ?? []) {
      const other = kept.get(balance.table)
      const fields = [balance.field, ...(balance.last === undefined ? [] : [balance.last])]
      const key = isCreatedByPosting(balance) ? keyPairs(balance.key).map(([column]) => column) : null
      kept.set(balance.table, { fields: new Set([...(other?.fields ?? []), ...fields]), key: other?.key ?? key })
    }
  }
  return kept
}

/**
 * The draft as its own or other ledgers protect it: only postings write their columns, and what only postings write
 * has no forms.
 */
export function protectBalances(draft: Draft, kept: ReadonlyMap<string, BalanceColumns>): Draft {
  const own = kept.get(idOf(draft.file))
  const whole = draft.raw['x-ledger'] !== undefined || (own?.key ?? null) !== null
  if (!whole && !own) return draft
  const isSealed = (name: string): boolean => whole || own?.fields.has(name) === true
  const fields = draft.fields.map((field) =>
    isSealed(field.model.name) ? { ...field, model: { ...field.model, readOnly: true } } : field,
  )
  if (!whole) return { ...draft, fields }
  return {
    ...draft,
    fields,
    actions: draft.actions.filter((action) => readingActions.includes(action)),
    ...(own?.key && { balanceKey: own.key }),
  }
}
