// Made by tablewright generate from schemas/shop/colour.json · do not edit · 386220285a63bc3f

/** Tags: a row as the server sends it. */
export interface Colour {
  /** 编号 · ID */
  id: number
  /** 名称 · Name */
  name: string
  /** 字段 · Field */
  tag_id: number | null
  tag: { id: number; name: string } | null
  /** 字段 · Field */
  live: 0 | 1 | null
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface ColourInput {
  /** 名称 · Name */
  name: string
  /** 字段 · Field */
  tag_id?: number | null
  /** 字段 · Field */
  live?: 0 | 1 | null
}
