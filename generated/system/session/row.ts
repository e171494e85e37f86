// Made by tablewright generate from schemas/system/session.json · do not edit · a5960475e0eb04d0

/** Sessions: a row as the server sends it. */
export interface Session {
  /** 编号 · ID */
  id: number
  /** 管理员 · Administrator */
  admin_id: number
  admin: { id: number; username: string } | null
  /** 设备 · Device */
  device: string
  /** IP 地址 · IP address */
  ip: string
  /** 最近使用时间 · Last used at */
  seen_time: number | null
  /** 刷新令牌方式 · Refresh token type */
  rotates: 0 | 1 | null
  /** 创建时间 · Created at */
  create_time: number | null
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface SessionInput {
  /** 管理员 · Administrator */
  admin_id: number
  /** 设备 · Device */
  device?: string | null
  /** IP 地址 · IP address */
  ip?: string | null
  /** 最近使用时间 · Last used at */
  seen_time?: number | null
  /** 刷新令牌方式 · Refresh token type */
  rotates?: 0 | 1 | null
}
