/** A unit counts what open documents contain: it changes only where each of their quantities still fits. */
import { sql, type RawBuilder } from 'kysely'
import { outboundOptions, relocationOptions, stocktakeOptions, warehousingOptions } from '#generated/wms/options.ts'
import type { WmsServerParts } from '#generated/wms/parts.ts'
import { linesOf, type RecordReference, type StoredValue } from 'tablewright/protocol'
import { lockRows, OperationError, records } from 'tablewright/server'
import { t } from '../i18n.ts'
import type { EntityId, Reading, Scope, Transaction } from '#generated/wms/server.ts'

type Ids = readonly number[]

/** Open documents only: a posted line is history, and a product with history keeps its unit. */
const { not_moved: notMoved, partial } = relocationOptions.status
const counted: readonly CountedDocument[] = [
  {
    kind: 'wms/warehousing',
    quantities: ['plan_quantity', 'actual_quantity'],
    state: ['audit_status', warehousingOptions.audit_status.unaudited],
  },
  {
    kind: 'wms/outbound',
    quantities: ['plan_quantity', 'actual_quantity'],
    state: ['audit_status', outboundOptions.audit_status.unaudited],
  },
  { kind: 'wms/relocation', quantities: ['plan_quantity'], state: ['status', notMoved, partial] },
  { kind: 'wms/stocktake', quantities: ['counted_quantity'], state: ['status', stocktakeOptions.status.counting] },
]

interface CountedDocument {
  readonly kind: EntityId
  /** Columns of its lines, or of the document where it has none. */
  readonly quantities: readonly string[]
  /** The column of the state, and the states in which it is open. */
  readonly state: readonly [column: string, ...values: readonly StoredValue[]]
}

/**
 * Refuses the new unit of products whose open lines it cannot count. Locks the products against new lines: who adds one
 * shares a lock on its product. Throws an OperationError `in_use` that names the documents.
 */
export async function refuseUncountableUnit(scope: Scope, trx: Transaction, products: Ids): Promise<void> {
  await lockRows(scope, trx, 'wms/product', products, 'exclusive')
  await refuseUncountable(scope, trx, products, 'unit.uncountable')
}

/**
 * The same for units that count with fewer decimals. Locks the units against products that change to them, then their
 * products.
 */
export async function refuseUncountableDecimals(scope: Scope, trx: Transaction, units: Ids): Promise<void> {
  await lockRows(scope, trx, 'wms/unit', units, 'exclusive')
  const products = await trx
    .selectFrom('wms_product')
    .select('id')
    .where('unit_id', 'in', units)
    .orderBy('id')
    .execute()
  const ids = products.map(({ id }) => id)
  await lockRows(scope, trx, 'wms/product', ids, 'exclusive')
  await refuseUncountable(scope, trx, ids, 'unit.decimals')
}

/** Products one statement asks for, and documents that a refusal names. */
const batchSize = 500
const maxDocuments = 5

async function refuseUncountable(
  scope: Scope,
  trx: Transaction,
  products: Ids,
  text: 'unit.uncountable' | 'unit.decimals',
): Promise<void> {
  const sorted = [...new Set(products)].sort((left, right) => left - right)
  let product: string | null = null
  const references: RecordReference[] = []
  for (let start = 0; start < sorted.length && references.length < maxDocuments; start += batchSize)
    for (const document of counted) {
      const rows = await uncountable(scope, trx, document, sorted.slice(start, start + batchSize))
      product ??= rows[0]?.product ?? null
      const ids = rows.map(({ id }) => Number(id))
      references.push(...(await records<WmsServerParts>(scope, trx).asReferences(document.kind, ids)))
    }
  if (product === null) return
  const firstReferences = references.slice(0, maxDocuments)
  throw new OperationError('in_use', {
    references: firstReferences,
    sentence: t(scope.language, text, {
      product,
      numbers: firstReferences.map(({ title }) => title).join(scope.language === 'zh-cn' ? '、' : ', ') || '…',
    }),
  })
}

interface UncountableRow {
  readonly id: number
  readonly product: string
}

/** Documents with a line whose quantity the unit of its product cannot count. */
async function uncountable(
  { registry }: Scope,
  query: Reading,
  { kind, quantities, state: [column, ...values] }: CountedDocument,
  products: Ids,
): Promise<readonly UncountableRow[]> {
  const model = registry.require(kind)
  const [field] = linesOf(model)
  const lines = field?.relation && registry.require(field.relation.to)
  const owner = lines?.ownedBy?.field
  const counts = lines ? 'l' : 'o'
  const joined =
    lines && owner !== undefined ? sql`join ${sql.table(lines.table)} as l on ${sql.ref(`l.${owner}`)} = o.id` : sql``
  const { rows } = await sql<UncountableRow>`select o.id, min(p.name) as product
    from ${sql.table(model.table)} as o ${joined}
    join ${sql.table('wms_product')} as p on p.id = ${sql.ref(`${counts}.product_id`)}
    left join ${sql.table('wms_unit')} as u on u.id = p.unit_id
    where p.id in (${sql.join(products)}) and ${doesNotFit(counts, quantities)} and o.deletetime is null
      and ${sql.ref(`o.${column}`)} in (${sql.join(values)})
    group by o.id order by o.id limit ${sql.lit(maxDocuments)}`.execute(query)
  return rows
}

/** Quantities are stored in thousandths; a product without a unit has all three decimals, like `fitsUnit`. */
const doesNotFit = (line: 'l' | 'o', quantities: readonly string[]): RawBuilder<unknown> =>
  sql`(${sql.join(
    quantities.map(
      (name) => sql`coalesce(${sql.ref(`${line}.${name}`)}, 0) % (case when p.unit_id is null then 1
        else case coalesce(u.decimals, 0) when 0 then 1000 when 1 then 100 when 2 then 10 else 1 end end) <> 0`,
    ),
    sql` or `,
  )})`
