// Made by tablewright generate from schemas/shop/orders.json · do not edit · 46f8b93ee4f3b60a

/** Orders: a row as the server sends it. */
export interface Orders {
  /** 编号 · ID */
  id: number
  /** 单号 · No. */
  order_no: string
  /** 备注 · Remark */
  remark: string
  /** 版本 · Version */
  version: number
  /** 明细 · Lines */
  lines?: { id: number; item_id: number; item: { id: number; name: string } | null; item_name: string; quantity: string; price: string | null }[]
}

/** What `add` and `edit` take. */
export interface OrdersInput {
  /** 备注 · Remark */
  remark?: string | null
  /** 明细 · Lines */
  lines: { id?: number; item_id: number; quantity: string; price?: string | null }[]
}
