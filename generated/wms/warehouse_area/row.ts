// Made by tablewright generate from schemas/wms/warehouse_area.json · do not edit · 6cb6a28ef732c20a

/** Warehouse areas: a row as the server sends it. */
export interface WarehouseArea {
  /** 编号 · ID */
  id: number
  /** 所属仓库 · Warehouse */
  warehouse_id: number
  warehouse: { id: number; name: string } | null
  /** 库区编号 · Area no. */
  serial_no: string
  /** 库区名称 · Name */
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
export interface WarehouseAreaInput {
  /** 所属仓库 · Warehouse */
  warehouse_id: number
  /** 库区编号 · Area no. */
  serial_no: string
  /** 库区名称 · Name */
  name: string
  /** 状态 · Status */
  status?: 0 | 1 | null
  /** 备注 · Notes */
  remark?: string | null
}
