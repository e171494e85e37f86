// Made by tablewright generate from schemas/depot/delivery_line.json · do not edit · 98b22fae7b32bcb9

/** Delivery line: a row as the server sends it. */
export interface DeliveryLine {
  /** 编号 · ID */
  id: number
  /** 说明 · Note */
  id_text: string
  /** 产品 · Product */
  product_id: number
  product: { id: number; name: string } | null
  /** 货架 · Shelf */
  shelf_id: number | null
  shelf: { id: number; name: string } | null
  /** 计划 · Planned */
  plan_quantity: string | null
  /** 实际 · Actual */
  actual_quantity: string | null
  /** 单价 · Price */
  price: string | null
  /** 所属单据 · Belongs to */
  delivery_id: number
  delivery: { id: number; delivery_no: string } | null
  /** 行号 · Line */
  line_no: number
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface DeliveryLineInput {
  /** 说明 · Note */
  id_text?: string | null
  /** 产品 · Product */
  product_id: number
  /** 货架 · Shelf */
  shelf_id?: number | null
  /** 计划 · Planned */
  plan_quantity?: string | null
  /** 实际 · Actual */
  actual_quantity?: string | null
  /** 单价 · Price */
  price?: string | null
}
