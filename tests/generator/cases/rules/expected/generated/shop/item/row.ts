// Made by tablewright generate from schemas/shop/item.json · do not edit · 36b4c3f7ff3f9e48

/** Items: a row as the server sends it. */
export interface Item {
  /** 编号 · ID */
  id: number
  /** 名称 · Name */
  name: string
  /** 种类 · Kind */
  kind: 10 | 20 | null
  /** 供应商 · Supplier */
  supplier: string
  /** 原因 · Reason */
  reason: string
  /** 单价 · Price */
  price: string | null
  /** 数量 · Quantity */
  quantity: string | null
  /** 金额 · Amount */
  amount: string | null
  /** 创建人 · Created by */
  admin_id: number | null
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface ItemInput {
  /** 名称 · Name */
  name: string
  /** 种类 · Kind */
  kind?: 10 | 20 | null
  /** 供应商 · Supplier */
  supplier?: string | null
  /** 原因 · Reason */
  reason?: string | null
  /** 单价 · Price */
  price?: string | null
  /** 数量 · Quantity */
  quantity?: string | null
}
