// Made by tablewright generate from schemas/wms/category.json · do not edit · 38acda847d83dec0

/** Categories: a row as the server sends it. */
export interface Category {
  /** 编号 · ID */
  id: number
  /** 上级分类 · Parent category */
  pid: number | null
  parent: { id: number; name: string } | null
  /** 分类名称 · Name */
  name: string
  /** 状态 · Status */
  status: 0 | 1 | null
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
export interface CategoryInput {
  /** 上级分类 · Parent category */
  pid?: number | null
  /** 分类名称 · Name */
  name: string
  /** 状态 · Status */
  status?: 0 | 1 | null
}
