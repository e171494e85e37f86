// Made by tablewright generate from schemas/wms/unit.json · do not edit · 61852ca0e389a028

/** Units: a row as the server sends it. */
export interface Unit {
  /** 编号 · ID */
  id: number
  /** 单位名称 · Name */
  name: string
  /** 数量小数位数 · Decimal places */
  decimals: number | null
  /** 单位说明 · Description */
  description: string
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
export interface UnitInput {
  /** 单位名称 · Name */
  name: string
  /** 数量小数位数 · Decimal places */
  decimals?: number | null
  /** 单位说明 · Description */
  description?: string | null
  /** 状态 · Status */
  status?: 0 | 1 | null
  /** 备注 · Notes */
  remark?: string | null
}
