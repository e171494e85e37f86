// Made by tablewright generate from schemas/system/notice.json · do not edit · 23e7280d48da0736

/** Notifications: a row as the server sends it. */
export interface Notice {
  /** 编号 · ID */
  id: number
  /** 标题（各语言） · Title (all languages) */
  title: string
  /** 内容（各语言） · Content (all languages) */
  content: string
  /** 提示音 · Sound */
  sound: string
  /** 创建时间 · Created at */
  create_time: number | null
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface NoticeInput {
  /** 标题（各语言） · Title (all languages) */
  title: string
  /** 内容（各语言） · Content (all languages) */
  content?: string | null
  /** 提示音 · Sound */
  sound?: string | null
}
