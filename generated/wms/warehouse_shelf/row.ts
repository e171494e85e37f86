// Made by tablewright generate from schemas/wms/warehouse_shelf.json · do not edit · 7a86131e9632f27b

/** Shelves: a row as the server sends it. */
export interface WarehouseShelf {
  /** 编号 · ID */
  id: number
  /** 所属仓库 · Warehouse */
  warehouse_id: number
  warehouse: { id: number; name: string } | null
  /** 所属库区 · Area */
  warehouse_area_id: number
  warehouseArea: { id: number; name: string } | null
  /** 货架编号 · Shelf no. */
  serial_no: string
  /** 货架名称 · Name */
  name: string
  /** 状态 · Status */
  status: 0 | 1 | null
  /** 备注 · Notes */
  remark: string
  /** 权重 · Rank */
  weigh: number | null
  /** 创建时间 · Created at */
  createtime: number | null
  /** 更新时间 · Updated at */
  updatetime: number | null
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface WarehouseShelfInput {
  /** 所属仓库 · Warehouse */
  warehouse_id: number
  /** 所属库区 · Area */
  warehouse_area_id: number
  /** 货架编号 · Shelf no. */
  serial_no: string
  /** 货架名称 · Name */
  name: string
  /** 状态 · Status */
  status?: 0 | 1 | null
  /** 备注 · Notes */
  remark?: string | null
}
