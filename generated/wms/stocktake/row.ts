// Made by tablewright generate from schemas/wms/stocktake.json · do not edit · 0086198e9ce7519c

/** Stocktakes: a row as the server sends it. */
export interface Stocktake {
  /** 编号 · ID */
  id: number
  /** 盘点单号 · Stocktake no. */
  stocktake_no: string
  /** 仓库 · Warehouse */
  warehouse_id: number | null
  warehouse: { id: number; name: string } | null
  /** 库区 · Area */
  warehouse_area_id: number | null
  warehouseArea: { id: number; name: string } | null
  /** 货架 · Shelf */
  warehouse_shelf_id: number | null
  warehouseShelf: { id: number; name: string } | null
  /** 商品 · Products */
  product_ids: number[]
  productIdsRecords: { id: number; name: string }[]
  /** 盲盘 · Blind count */
  blind: 0 | 1 | null
  /** 状态 · Status */
  status: 0 | 1 | 2 | 3
  /** 盘点行数 · Lines to count */
  line_count: number | null
  /** 已盘行数 · Lines counted */
  counted_count: number | null
  /** 开始人 · Started by */
  start_admin_id: number | null
  startAdmin: { id: number; nickname: string } | null
  /** 开始时间 · Started at */
  start_time: number | null
  /** 过账人 · Posted by */
  post_admin_id: number | null
  postAdmin: { id: number; nickname: string } | null
  /** 过账时间 · Posted at */
  post_time: number | null
  /** 备注 · Notes */
  remark: string
  /** 处理记录 · Log */
  remark_log: string
  /** 创建时间 · Created at */
  createtime: number | null
  /** 更新时间 · Updated at */
  updatetime: number | null
  /** 创建人 · Created by */
  admin_id: number | null
  admin: { id: number; username: string } | null
  /** 版本 · Version */
  version: number
  /** 明细 · Lines */
  product_detail?: {
    id: number
    product_id: number
    product: { id: number; name: string } | null
    warehouse_shelf_id: number
    warehouseShelf: { id: number; name: string } | null
    book_quantity: string | null
    counted_quantity: string | null
    difference: string | null
    recount: 0 | 1 | null
    found: 0 | 1 | null
    remark: string
    product_name: string
    product_no: string
    unit_name: string
    shelf: string
  }[]
}

/** What `add` and `edit` take. */
export interface StocktakeInput {
  /** 仓库 · Warehouse */
  warehouse_id?: number | null
  /** 库区 · Area */
  warehouse_area_id?: number | null
  /** 货架 · Shelf */
  warehouse_shelf_id?: number | null
  /** 商品 · Products */
  product_ids?: number[] | null
  /** 盲盘 · Blind count */
  blind?: 0 | 1 | null
  /** 备注 · Notes */
  remark?: string | null
  /** 明细 · Lines */
  product_detail?: { id?: number; product_id: number; warehouse_shelf_id: number; counted_quantity?: string | null; remark?: string | null }[] | null
}

/** What the action `post` takes. */
export interface StocktakePostInput {
  /** 未盘的行保留账面数量 · Keep book quantity of uncounted lines */
  skip_uncounted?: 0 | 1 | null
}

/** What the action `unpost` takes. */
export interface StocktakeUnpostInput {
  /** 原因 · Reason */
  reason: string
}

/** What the action `cancel` takes. */
export interface StocktakeCancelInput {
  /** 原因 · Reason */
  reason: string
}
