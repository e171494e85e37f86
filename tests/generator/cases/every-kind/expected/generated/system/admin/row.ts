// Made by tablewright generate from schemas/system/admin.json · do not edit · ab2b60093055afeb

/** Admins: a row as the server sends it. */
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
  username: string
}
