// Made by tablewright generate from schemas/wms/stocktake_line.json · do not edit · a93237620080f454

/** Stocktake lines: a row as the server sends it. */
export interface StocktakeLine {
  /** 编号 · ID */
  id: number
  /** 商品 · Product */
  product_id: number
  product: { id: number; name: string } | null
  /** 货架 · Shelf */
  warehouse_shelf_id: number
  warehouseShelf: { id: number; name: string } | null
  /** 账面数量 · Book quantity */
  book_quantity: string | null
  /** 盘点数量 · Counted quantity */
  counted_quantity: string | null
  /** 差异 · Difference */
  difference: string | null
  /** 须重盘 · Recount needed */
  recount: 0 | 1 | null
  /** 账外商品 · Found in count */
  found: 0 | 1 | null
  /** 备注 · Notes */
  remark: string
  /** 商品名称 · Product name */
  product_name: string
  /** 商品编号 · Product no. */
  product_no: string
  /** 单位 · Unit */
  unit_name: string
  /** 货位 · Location */
  shelf: string
  /** 所属单据 · Belongs to */
  stocktake_id: number
  stocktake: { id: number; stocktake_no: string } | null
  /** 行号 · Line */
  line_no: number
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface StocktakeLineInput {
  /** 商品 · Product */
  product_id: number
  /** 货架 · Shelf */
  warehouse_shelf_id: number
  /** 盘点数量 · Counted quantity */
  counted_quantity?: string | null
  /** 备注 · Notes */
  remark?: string | null
}
