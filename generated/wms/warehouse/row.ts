// Made by tablewright generate from schemas/wms/warehouse.json · do not edit · 7dcd42910f183f45

/** Warehouses: a row as the server sends it. */
export interface Warehouse {
  /** 编号 · ID */
  id: number
  /** 仓库编号 · Warehouse no. */
  serial_no: string
  /** 仓库名称 · Name */
  name: string
  /** 仓库类型 · Type */
  warehouse_type: 10 | 20 | 30 | null
  /** 所在城市 · City */
  city: string
  /** 详细地址 · Address */
  address: string
  /** 负责人 · Manager */
  responsible_person: string
  /** 手机号码 · Mobile */
  mobile: string
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
export interface WarehouseInput {
  /** 仓库编号 · Warehouse no. */
  serial_no?: string | null
  /** 仓库名称 · Name */
  name: string
  /** 仓库类型 · Type */
  warehouse_type?: 10 | 20 | 30 | null
  /** 所在城市 · City */
  city?: string | null
  /** 详细地址 · Address */
  address?: string | null
  /** 负责人 · Manager */
  responsible_person?: string | null
  /** 手机号码 · Mobile */
  mobile?: string | null
  /** 状态 · Status */
  status?: 0 | 1 | null
  /** 备注 · Notes */
  remark?: string | null
}
