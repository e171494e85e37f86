// Made by tablewright generate from schemas/system/notice_read.json · do not edit · cc9263042fd176fe

/** Notices of admins: a row as the server sends it. */
export interface NoticeRead {
  /** 编号 · ID */
  id: number
  /** 通知 · Notice */
  notice_id: number
  notice: { id: number; title: string } | null
  /** 管理员 · Administrator */
  admin_id: number
  admin: { id: number; username: string } | null
  /** 状态 · State */
  state: 'new' | 'told' | 'read'
  /** 阅读时间 · Read */
  read_time: number | null
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface NoticeReadInput {
  /** 通知 · Notice */
  notice_id: number
  /** 管理员 · Administrator */
  admin_id: number
  /** 状态 · State */
  state: 'new' | 'told' | 'read'
  /** 阅读时间 · Read */
  read_time?: number | null
}
