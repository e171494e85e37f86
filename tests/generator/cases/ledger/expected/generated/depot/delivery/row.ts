// Made by tablewright generate from schemas/depot/delivery.json · do not edit · 90222d404809fe77

/** Delivery: a row as the server sends it. */
export interface Delivery {
  /** 编号 · ID */
  id: number
  /** 单号 · No. */
  delivery_no: string
  /** 类型 · Kind */
  type: 10 | 20
  /** 版本 · Version */
  version: number
  /** 明细 · Lines */
  lines?: {
    id: number
    id_text: string
    product_id: number
    product: { id: number; name: string } | null
    shelf_id: number | null
    shelf: { id: number; name: string } | null
    plan_quantity: string | null
    actual_quantity: string | null
    price: string | null
  }[]
}

/** What `add` and `edit` take. */
export interface DeliveryInput {
  /** 单号 · No. */
  delivery_no?: string | null
  /** 类型 · Kind */
  type: 10 | 20
  /** 明细 · Lines */
  lines?: {
    id?: number
    id_text?: string | null
    product_id: number
    shelf_id?: number | null
    plan_quantity?: string | null
    actual_quantity?: string | null
    price?: string | null
  }[] | null
}
