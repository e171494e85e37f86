/** A unit counts what open documents contain: it changes only where each of their quantities still fits. */
import { sql, type RawBuilder } from 'kysely'
import {
  outboundOptions,
  relocationOptions,
  stocktakeOptions,
  warehousingOptions,
} from '../../../../../generated/wms/options.ts'
import { lockRows, OperationError } from 'tablewright/server'
import { t } from '../i18n.ts'
import type { Reading, Scope, Transaction } from '../types.ts'
import { documentOf, referencesTo, maxDocuments, type Document } from './documents.ts'

const tables = {
  outbound: sql.table('wms_outbound'),
  outboundLine: sql.table('wms_outbound_line'),
  product: sql.table('wms_product'),
  relocation: sql.table('wms_relocation'),
  stocktake: sql.table('wms_stocktake'),
  stocktakeLine: sql.table('wms_stocktake_line'),
  unit: sql.table('wms_unit'),
  warehousing: sql.table('wms_warehousing'),
  warehousingLine: sql.table('wms_warehousing_line'),
}

type Ids = readonly number[]

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

/** Products one statement asks for. */
const batchSize = 500

const batches = (ids: Ids): readonly Ids[] => {
  const sorted = [...new Set(ids)].sort((left, right) => left - right)
  return Array.from({ length: Math.ceil(sorted.length / batchSize) }, (_part, index) =>
    sorted.slice(index * batchSize, (index + 1) * batchSize),
  )
}

async function refuseUncountable(
  scope: Scope,
  trx: Transaction,
  products: Ids,
  text: 'unit.uncountable' | 'unit.decimals',
): Promise<void> {
  const found: Uncountable[] = []
  for (const part of batches(products))
    if (found.length < maxDocuments) found.push(...(await uncountableLines(trx, part)))
  const [first] = found
  if (!first) return
  const references = referencesTo(scope, found)
  throw new OperationError('in_use', {
    references,
    sentence: t(scope.language, text, {
      product: first.product,
      numbers: references.map(({ title }) => title).join(scope.language === 'zh-cn' ? '、' : ', ') || '…',
    }),
  })
}

/** A document with a line whose quantity the unit of its product cannot count. */
interface Uncountable extends Document {
  readonly product: string
}

interface ProductRow {
  readonly id: number
  readonly number: string | null
  readonly product: string
}

/** Open documents only: a posted line is history, and a product with history keeps its unit. */
async function uncountableLines(query: Reading, products: Ids): Promise<readonly Uncountable[]> {
  const found: Uncountable[] = []
  const among = sql`p.id in (${sql.join(products)})`
  const add = async (kind: string, rows: RawBuilder<ProductRow>): Promise<void> => {
    if (found.length >= maxDocuments) return
    for (const row of (await rows.execute(query)).rows)
      found.push({ ...documentOf(kind, { id: Number(row.id), number: row.number }), product: row.product })
  }
  const ordered = ['plan_quantity', 'actual_quantity']
  await add(
    'wms/warehousing',
    sql<ProductRow>`select o.id, o.receipt_no as number, min(p.name) as product from ${tables.warehousing} as o
      join ${tables.warehousingLine} as l on l.warehousing_id = o.id ${joinUnit('l')}
      where ${among} and ${doesNotFit('l', ordered)} and o.deletetime is null
        and o.audit_status = ${warehousingOptions.audit_status.unaudited}
      group by o.id, o.receipt_no order by o.id limit ${sql.lit(maxDocuments)}`,
  )
  await add(
    'wms/outbound',
    sql<ProductRow>`select o.id, o.outbound_no as number, min(p.name) as product from ${tables.outbound} as o
      join ${tables.outboundLine} as l on l.outbound_id = o.id ${joinUnit('l')}
      where ${among} and ${doesNotFit('l', ordered)} and o.deletetime is null
        and o.audit_status = ${outboundOptions.audit_status.unaudited}
      group by o.id, o.outbound_no order by o.id limit ${sql.lit(maxDocuments)}`,
  )
  const { not_moved: notMoved, partial } = relocationOptions.status
  await add(
    'wms/relocation',
    sql<ProductRow>`select o.id, o.relocation_no as number, p.name as product
      from ${tables.relocation} as o ${joinUnit('o')}
      where ${among} and ${doesNotFit('o', ['plan_quantity'])} and o.deletetime is null
        and o.status in (${notMoved}, ${partial}) order by o.id limit ${sql.lit(maxDocuments)}`,
  )
  await add(
    'wms/stocktake',
    sql<ProductRow>`select o.id, o.stocktake_no as number, min(p.name) as product from ${tables.stocktake} as o
      join ${tables.stocktakeLine} as l on l.stocktake_id = o.id ${joinUnit('l')}
      where ${among} and ${doesNotFit('l', ['counted_quantity'])} and o.deletetime is null
        and o.status = ${stocktakeOptions.status.counting}
      group by o.id, o.stocktake_no order by o.id limit ${sql.lit(maxDocuments)}`,
  )
  return found.slice(0, maxDocuments)
}

const joinUnit = (line: 'l' | 'o'): RawBuilder<unknown> =>
  sql`join ${tables.product} as p on p.id = ${sql.ref(`${line}.product_id`)}
    left join ${tables.unit} as u on u.id = p.unit_id`

/** Quantities are stored in thousandths; a product without a unit has all three decimals, like `fitsUnit`. */
const doesNotFit = (line: 'l' | 'o', quantities: readonly string[]): RawBuilder<unknown> =>
  sql`(${sql.join(
    quantities.map(
      (name) => sql`coalesce(${sql.ref(`${line}.${name}`)}, 0) % (case when p.unit_id is null then 1
        else case coalesce(u.decimals, 0) when 0 then 1000 when 1 then 100 when 2 then 10 else 1 end end) <> 0`,
    ),
    sql` or `,
  )})`
