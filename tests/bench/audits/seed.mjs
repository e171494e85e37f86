/** A warehouse with products and any number of orders to audit, put in by plain SQL. */

export const products = 400
const shelves = 4
const now = 1_700_000_000

/** Places, a unit, a supplier and products with a shelf life. */
export async function seedFixtures({ rows, decimal }) {
  const one = async (sql) => Number((await rows(`${sql} returning id`))[0].id)
  const unit = await one(`insert into wms_unit (name, decimals, weigh, version) values ('piece', 0, 1, 1)`)
  const supplier = await one(`insert into wms_supplier (name, weigh, version) values ('Supplier', 1, 1)`)
  const warehouse = await one(`insert into wms_warehouse (name, status, weigh, version) values ('Main', 1, 1, 1)`)
  const area = await one(
    `insert into wms_warehouse_area (warehouse_id, serial_no, name, status, weigh, version)
      values (${warehouse}, '1', 'Area', 1, 1, 1)`,
  )
  const numbered = (count) => Array.from({ length: count }, (_one, at) => at)
  const shelf = await rows(`insert into wms_warehouse_shelf (warehouse_id, warehouse_area_id, serial_no, name, status,
      weigh, version)
    values ${numbered(shelves)
      .map((at) => `(${warehouse}, ${area}, '${at}', 'S${at}', 1, ${at}, 1)`)
      .join()} returning id`)
  const price = decimal(125_000, 4)
  const product = await rows(`insert into wms_product (product_no, name, spec, unit_id, price, safety_stock_num,
      effective_day, status, weigh, createtime, updatetime, version)
    values ${numbered(products)
      .map((at) => `('P${at}', 'Product ${at}', 'M${at}', ${unit}, ${price}, 0, 30, 10, ${at}, ${now}, ${now}, 1)`)
      .join()} returning id`)
  const ids = (list) => list.map(({ id }) => Number(id)).sort((a, b) => a - b)
  return { supplier, unit, warehouse, area, shelves: ids(shelf), products: ids(product), made: 0 }
}

/** Orders of so many lines, not audited yet. @returns their ids */
export async function addOrders({ rows, decimal }, fixtures, lines, count) {
  const first = fixtures.made
  fixtures.made += count
  const made = await rows(`insert into wms_warehousing (receipt_no, type, supplier_id, audit_status, total_quantity,
      total_amount, admin_id, createtime, updatetime, version)
    values ${Array.from(
      { length: count },
      (_one, at) => `('B${first + at}', 10, ${fixtures.supplier}, 0, 0, 0, 1, ${now}, ${now}, 1)`,
    ).join()} returning id`)
  const ids = made.map(({ id }) => Number(id)).sort((a, b) => a - b)
  const price = decimal(125_000, 4)
  // Orders that are audited one after the other have no product in common.
  const row = (id, at, line) =>
    `(${id}, ${line + 1}, ${fixtures.products[((first + at) * lines + line) % products]},
          ${fixtures.shelves[(first + at) % shelves]}, ${decimal(1000 * (1 + (line % 9)), 3)}, ${price}, 0, ` +
    `'Product', 'P', 'M', 'piece', 1)`
  for (let start = 0; start < count; start += 20) {
    await rows(`insert into wms_warehousing_line (warehousing_id, line_no, product_id, warehouse_shelf_id,
      plan_quantity, price, total_price, product_material_name, order_detail_coding, spec, unit_name, version)
      values ${ids
        .slice(start, start + 20)
        .flatMap((id, at) => Array.from({ length: lines }, (_one, line) => row(id, start + at, line)))
        .join()}`)
  }
  return ids
}
