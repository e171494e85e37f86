// Made by tablewright generate from schemas/wms/brand.json · do not edit · b826e14f9b6b8d73

/** Brands: a row as the server sends it. */
export interface Brand {
  /** 编号 · ID */
  id: number
  /** 品牌名称 · Name */
  name: string
  /** 品牌 Logo · Logo */
  image: string
  /** 品牌介绍 · Description */
  introduce: string
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
export interface BrandInput {
  /** 品牌名称 · Name */
  name: string
  /** 品牌 Logo · Logo */
  image?: string | null
  /** 品牌介绍 · Description */
  introduce?: string | null
}
