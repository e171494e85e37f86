// Made by tablewright generate from schemas/system/admin.json · do not edit · 260fe43ace75104f

/** Administrators: a row as the server sends it. */
export interface Admin {
  /** 编号 · ID */
  id: number
  /** 用户名 · Username */
  username: string
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface AdminInput {
  /** 用户名 · Username */
  username?: string | null
}
