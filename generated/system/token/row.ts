// Made by tablewright generate from schemas/system/token.json · do not edit · 997ec9466268c50f

/** Session tokens: a row as the server sends it. */
export interface Token {
  /** 编号 · ID */
  id: number
  /** 类型 · Type */
  type: 'admin' | 'admin-refresh'
  /** 管理员 · Administrator */
  admin_id: number
  admin: { id: number; username: string } | null
  /** 会话 · Session */
  session_id: number | null
  session: { id: number; device: string } | null
  /** 换新时间 · Replaced at */
  spent_time: number | null
  /** 过期时间 · Expires at */
  expire_time: number
  /** 创建时间 · Created at */
  create_time: number | null
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface TokenInput {
  /** 令牌摘要 · Token hash */
  token_hash: string
  /** 类型 · Type */
  type: 'admin' | 'admin-refresh'
  /** 管理员 · Administrator */
  admin_id: number
  /** 会话 · Session */
  session_id?: number | null
  /** 换新时间 · Replaced at */
  spent_time?: number | null
  /** 后继盐 · Successor salt */
  salt?: string | null
  /** 过期时间 · Expires at */
  expire_time: number
}
