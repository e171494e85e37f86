// Made by tablewright generate from schemas/shop/note.json · do not edit · 497db838799a82fa

/** Notes: a row as the server sends it. */
export interface Note {
  /** 编号 · ID */
  id: number
  /** 名称 · Name */
  name: string
  /** 到期 · Due */
  due_at: number | null
  /** 逾期 · Late */
  late: 0 | 1 | null
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface NoteInput {
  /** 名称 · Name */
  name?: string | null
  /** 到期 · Due */
  due_at?: number | null
}
