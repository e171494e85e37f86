/**
 * What must be true of a warehouse whatever happened to it, told in sentences where it is not. Quantities are
 * thousandths.
 */
import { system } from '#generated/system/index.ts'
import { wms } from '#generated/wms/index.ts'
import type { Database, Row } from '../../../../runtime/server/db/index.ts'
import { verifyLedgers } from '../../../../runtime/server/records/ledger/seals/verify.ts'
import { createRegistry } from '../../../../runtime/server/core/models/registry.ts'
import { models } from '../../../server/http/running-app.ts'

type Store = Pick<Database, 'query' | 'adapter'>

/**
 * Every way in which files, ledger, stock, totals, layers and documents disagree while nobody writes; empty = all is
 * well.
 */
export async function faultsIn(database: Store): Promise<readonly string[]> {
  const read = (table: string): Promise<Row[]> => database.query.selectFrom(table).selectAll().orderBy('id').execute()
  const history = await read('wms_inventory_history')
  const stock = await read('wms_stock')
  return [
    ...(await database.adapter.faults(database.query)),
    ...(await sealFaults(database)),
    ...chainFaults(history, stock),
    ...totalFaults(await read('wms_product'), stock),
    ...holdFaults(await read('wms_product'), await read('wms_hold')),
    ...layerFaults(history, stock, await read('wms_stock_layer'), await read('wms_stock_layer_move')),
    ...orderFaults('wms/warehousing', 1, history, await read('wms_warehousing'), await read('wms_warehousing_line')),
    ...orderFaults('wms/outbound', -1, history, await read('wms_outbound'), await read('wms_outbound_line')),
    ...relocationFaults(history, await read('wms_relocation')),
    ...stocktakeFaults(history, await read('wms_stocktake'), await read('wms_stocktake_line')),
  ]
}

const place = (row: Row): string => `${row['product_id']}/${row['warehouse_shelf_id']}`
const sum = (rows: readonly Row[], name: string): number =>
  rows.reduce((total, row) => total + Number(row[name] ?? 0), 0)

function grouped(rows: readonly Row[], keyOf: (row: Row) => unknown): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) groups.set(String(keyOf(row)), [...(groups.get(String(keyOf(row))) ?? []), row])
  return groups
}

/** What was sealed is as it was: whatever was killed, a seal covers what is there. */
async function sealFaults(database: Store): Promise<readonly string[]> {
  const registry = createRegistry(await models([wms, system]))
  const reports = await verifyLedgers({ database, registry })
  return reports.flatMap(({ ledger, broken }) => (broken ? [`${ledger}: ${JSON.stringify(broken)}`] : []))
}

/** I15: what is reserved of a product is the sum of its holds, and never more than is there. */
function holdFaults(products: readonly Row[], rows: readonly Row[]): string[] {
  const heldOf = grouped(
    rows.filter((hold) => Number(hold['state']) === 0),
    (hold) => hold['product_id'],
  )
  return products.flatMap((product) => {
    const reserved = Number(product['reserved_num'] ?? 0)
    const own = heldOf.get(String(product['id'])) ?? []
    const name = `product ${product['id']}`
    return [
      ...(reserved === sum(own, 'quantity') ? [] : [`${name}: ${reserved} reserved, ${sum(own, 'quantity')} held`]),
      ...(reserved <= Number(product['total_stock_num'] ?? 0) ? [] : [`${name}: ${reserved} reserved of less stock`]),
      ...(own.every((hold) => Number(hold['quantity']) >= 0) ? [] : [`${name}: a negative hold`]),
    ]
  })
}

/** Before and after follow each other from 0, never fall below it, and end at the stock, whose last row is known. */
function chainFaults(history: readonly Row[], stock: readonly Row[]): string[] {
  const faults: string[] = []
  const chains = grouped(history, place)
  for (const [key, rows] of chains) {
    let balance = 0
    let time = 0
    for (const row of rows) {
      const after = balance + Number(row['quantity'])
      if (Number(row['before_quantity']) !== balance || Number(row['after_quantity']) !== after || after < 0)
        faults.push(
          `${key}: row ${row['id']} leads from ${row['before_quantity']} to ${row['after_quantity']}, not from ` +
            `${balance} to ${after}`,
        )
      if (Number(row['createtime']) < time) faults.push(`${key}: row ${row['id']} is older than the one before it`)
      balance = after
      time = Number(row['createtime'])
    }
    const held = stock.find((row) => place(row) === key)
    if (Number(held?.['quantity'] ?? 0) !== balance)
      faults.push(`${key}: stock ${held?.['quantity']}, ledger ${balance}`)
    if (held && held['last_history_id'] !== rows.at(-1)!['id'])
      faults.push(`${key}: stock names row ${held['last_history_id']} as the last, not ${rows.at(-1)!['id']}`)
  }
  return [
    ...faults,
    ...stock
      .filter((row) => !chains.has(place(row)) && Number(row['quantity']) !== 0)
      .map((row) => `${place(row)}: stock without a ledger row`),
  ]
}

function totalFaults(products: readonly Row[], stock: readonly Row[]): string[] {
  const held = grouped(stock, (row) => row['product_id'])
  return products.flatMap((row) => {
    const total = sum(held.get(String(row['id'])) ?? [], 'quantity')
    return Number(row['total_stock_num'] ?? 0) === total
      ? []
      : [`product ${row['id']}: total ${row['total_stock_num']}, on shelves ${total}`]
  })
}

/** Layers hold the stock of their place; what moved them is what the ledger moved. */
function layerFaults(
  history: readonly Row[],
  stock: readonly Row[],
  layers: readonly Row[],
  moves: readonly Row[],
): string[] {
  const [byPlace, byLayer, byRow] = [
    grouped(layers, place),
    grouped(moves, (row) => row['layer_id']),
    grouped(moves, (row) => row['history_id']),
  ]
  return [
    ...stock
      .filter((row) => sum(byPlace.get(place(row)) ?? [], 'remaining') !== Number(row['quantity']))
      .map(
        (row) => `${place(row)}: layers ${sum(byPlace.get(place(row)) ?? [], 'remaining')}, stock ${row['quantity']}`,
      ),
    ...layers
      .filter((row) => sum(byLayer.get(String(row['id'])) ?? [], 'quantity') !== Number(row['remaining']))
      .map((row) => `layer ${row['id']}: not what was moved`),
    ...history
      .filter((row) => sum(byRow.get(String(row['id'])) ?? [], 'quantity') !== Number(row['quantity']))
      .map((row) => `ledger row ${row['id']}: layers moved by something else`),
  ]
}

/**
 * An audited order has moved exactly its lines; one that is not has moved nothing, or all of it back; every posting is
 * whole.
 */
function orderFaults(
  kind: string,
  sign: 1 | -1,
  history: readonly Row[],
  orders: readonly Row[],
  allLines: readonly Row[],
): string[] {
  const posted = grouped(
    history.filter((row) => row['order_kind'] === kind),
    (row) => row['order_id'],
  )
  const lines = grouped(allLines, (row) => row[`${kind.slice(4)}_id`])
  return orders.flatMap((order) => {
    const faults: string[] = []
    const own = (lines.get(String(order['id'])) ?? []).filter(
      (line) => Number(line['actual_quantity'] ?? line['plan_quantity']) !== 0,
    )
    const rows = posted.get(String(order['id'])) ?? []
    for (const line of own) {
      const wanted = order['audit_status'] === 1 ? sign * Number(line['actual_quantity']) : 0
      const moved = sum(
        rows.filter((row) => row['line_id'] === line['id']),
        'quantity',
      )
      if (moved !== wanted)
        faults.push(
          `${kind} ${order['id']} (audit ${order['audit_status']}): line ${line['id']} moved ${moved}, not ${wanted}`,
        )
    }
    for (const [seq, event] of grouped(rows, (row) => row['posting_seq']))
      if (event.length !== own.length)
        faults.push(`${kind} ${order['id']}: posting ${seq} has ${event.length} rows for ${own.length} lines`)
    if (
      order['shipment_status'] === 1 &&
      (order['audit_status'] !== 1 || order['carrier_id'] === null || order['shipment_time'] === null)
    )
      faults.push(`${kind} ${order['id']}: shipped and not ready for it`)
    return faults
  })
}

/** What moved is what the document says; both legs of a move agree; the state follows. */
function relocationFaults(history: readonly Row[], relocations: readonly Row[]): string[] {
  const posted = grouped(
    history.filter((row) => row['order_kind'] === 'wms/relocation'),
    (row) => row['order_id'],
  )
  return relocations.flatMap((one) => {
    const rows = posted.get(String(one['id'])) ?? []
    const moved = sum(
      rows.filter((row) => row['leg'] === 'in'),
      'quantity',
    )
    const unbalanced = [...grouped(rows, (row) => row['posting_seq'])]
      .filter(([, legs]) => legs.length !== 2 || sum(legs, 'quantity') !== 0)
      .map(([seq]) => `relocation ${one['id']}: posting ${seq} does not balance`)
    const status = moved === 0 ? 0 : moved === Number(one['plan_quantity']) ? 2 : 1
    const isRight = Number(one['actual_quantity'] ?? 0) === moved && (one['status'] === 3 || one['status'] === status)
    return isRight
      ? unbalanced
      : [
          ...unbalanced,
          `relocation ${one['id']}: moved ${moved}, says ${one['actual_quantity']} in state ${one['status']}`,
        ]
  })
}

/**
 * A posted stocktake has moved its differences, any other nothing, or all of it back; its counters tell of its lines.
 */
function stocktakeFaults(history: readonly Row[], stocktakes: readonly Row[], allLines: readonly Row[]): string[] {
  const posted = grouped(
    history.filter((row) => row['order_kind'] === 'wms/stocktake'),
    (row) => row['line_id'],
  )
  const lines = grouped(allLines, (row) => row['stocktake_id'])
  return stocktakes.flatMap((one) => {
    const own = lines.get(String(one['id'])) ?? []
    const wrong = own.filter(
      (line) =>
        sum(posted.get(String(line['id'])) ?? [], 'quantity') !==
        (one['status'] === 2 ? Number(line['difference'] ?? 0) : 0),
    )
    const counted = own.filter((line) => line['counted_quantity'] !== null).length
    const isTold = Number(one['line_count'] ?? 0) === own.length && Number(one['counted_count'] ?? 0) === counted
    return [
      ...wrong.map(
        (line) => `stocktake ${one['id']} in state ${one['status']}: line ${line['id']} did not move its difference`,
      ),
      ...(isTold
        ? []
        : [
            `stocktake ${one['id']}: counts ${one['line_count']} and ${one['counted_count']}, has ` +
              `${own.length} and ${counted}`,
          ]),
    ]
  })
}
