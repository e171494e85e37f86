// Made by tablewright generate from schemas/shop/tag.json · do not edit · 1529ad0bc919551e

/** Tags: a row as the server sends it. */
export interface Tag {
  /** 编号 · ID */
  id: number
  /** 名称 · Name */
  name: string
  /** 字段 · Field */
  pid: number | null
  parent: { id: number; name: string } | null
  /** 权重 · Rank */
  weigh: number | null
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface TagInput {
  /** 名称 · Name */
  name: string
  /** 字段 · Field */
  pid?: number | null
}
