// Made by tablewright generate from schemas/depot/product.json · do not edit · fd016f2d98546ae1

/** Product: a row as the server sends it. */
export interface Product {
  /** 编号 · ID */
  id: number
  /** 编号 · No. */
  product_no: string
  /** 名称 · Name */
  name: string
  /** 单位 · Unit */
  unit_id: number | null
  unit: { id: number; name: string } | null
  /** 单价 · Price */
  price: string | null
  /** 总数 · Total */
  total: string | null
  /** 预留 · Reserved */
  reserved: string | null
  /** 更新时间 · Updated at */
  updatetime: number | null
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface ProductInput {
  /** 编号 · No. */
  product_no?: string | null
  /** 名称 · Name */
  name: string
  /** 单位 · Unit */
  unit_id?: number | null
  /** 单价 · Price */
  price?: string | null
}
