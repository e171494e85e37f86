// Made by tablewright generate from schemas/system/notice_read.json · do not edit · 654c3b4dcb381725

/** Notification receipts: a row as the server sends it. */
export interface NoticeRead {
  /** 编号 · ID */
  id: number
  /** 通知 · Notification */
  notice_id: number
  notice: { id: number; title: string } | null
  /** 管理员 · Administrator */
  admin_id: number
  admin: { id: number; username: string } | null
  /** 状态 · Status */
  state: 'new' | 'told' | 'read'
  /** 阅读时间 · Read at */
  read_time: number | null
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface NoticeReadInput {
  /** 通知 · Notification */
  notice_id: number
  /** 管理员 · Administrator */
  admin_id: number
  /** 状态 · Status */
  state: 'new' | 'told' | 'read'
  /** 阅读时间 · Read at */
  read_time?: number | null
}
