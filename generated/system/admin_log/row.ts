// Made by tablewright generate from schemas/system/admin_log.json · do not edit · fa08ad3c76b3da49

/** Admin log: a row as the server sends it. */
export interface AdminLog {
  /** 编号 · ID */
  id: number
  /** 管理员 · Administrator */
  admin_id: number | null
  admin: { id: number; nickname: string } | null
  /** 用户名 · Username */
  username: string
  /** 操作 · Action */
  title: string
  /** 请求地址 · Request path */
  url: string
  /** 请求数据 · Request data */
  data: string
  /** 数据表 · Table */
  entity: string
  /** 记录 ID · Record ID */
  record_id: number | null
  /** 动作名 · Action code */
  action: string
  /** IP 地址 · IP address */
  ip: string
  /** 浏览器标识 · User agent */
  useragent: string
  /** 创建时间 · Created at */
  create_time: number | null
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface AdminLogInput {
}
