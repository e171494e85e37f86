// Made by tablewright generate from schemas/shop/note.json · do not edit · 8ff8891934e9f9b1

/** Notes: a row as the server sends it. */
export interface Note {
  /** 编号 · ID */
  id: number
  /** 名称 · Name */
  name: string
  /** 价格 · Price */
  price: string | null
  /** 备注 · Hint */
  hint: string
  /** 创建人 · Created by */
  admin_id: number | null
  admin: { id: number; username: string } | null
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface NoteInput {
  /** 名称 · Name */
  name: string
  /** 价格 · Price */
  price?: string | null
  /** 备注 · Hint */
  hint?: string | null
}
