// Made by tablewright generate from schemas/shop/item.json · do not edit · b0c09dbfb56df322

/** Items: a row as the server sends it. */
export interface Item {
  /** 编号 · ID */
  id: number
  /** 名称 · Name */
  name: string
  /** 字段 · Field */
  tag_id: number | null
  tag: { id: number; name: string } | null
  /** 字段 · Field */
  colour_id: number | null
  colour: { id: number; name: string } | null
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface ItemInput {
  /** 名称 · Name */
  name: string
  /** 字段 · Field */
  tag_id?: number | null
  /** 字段 · Field */
  colour_id?: number | null
}
