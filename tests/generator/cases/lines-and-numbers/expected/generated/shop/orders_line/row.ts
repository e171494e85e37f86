// Made by tablewright generate from schemas/shop/orders_line.json · do not edit · 3df359a25401e01b

/** Order lines: a row as the server sends it. */
export interface OrdersLine {
  /** 编号 · ID */
  id: number
  /** 物品 · Item */
  item_id: number
  item: { id: number; name: string } | null
  /** 物品名称 · Item name */
  item_name: string
  /** 数量 · Quantity */
  quantity: string
  /** 单价 · Price */
  price: string | null
  /** 所属单据 · Belongs to */
  orders_id: number
  orders: { id: number; order_no: string } | null
  /** 行号 · Line */
  line_no: number
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface OrdersLineInput {
  /** 物品 · Item */
  item_id: number
  /** 数量 · Quantity */
  quantity: string
  /** 单价 · Price */
  price?: string | null
}
