// Made by tablewright generate from schemas/system/admin_group.json · do not edit · 0987948e7f0b7ca2

/** Admin groups: a row as the server sends it. */
export interface AdminGroup {
  /** 编号 · ID */
  id: number
  /** 上级角色组 · Parent group */
  pid: number | null
  parent: { id: number; name: string } | null
  /** 角色组名称 · Name */
  name: string
  /** 权限 · Permissions */
  rules: number[]
  rulesRecords: { id: number; title: string }[]
  /** 状态 · Status */
  status: 0 | 1 | null
  /** 创建时间 · Created at */
  create_time: number | null
  /** 更新时间 · Updated at */
  update_time: number | null
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface AdminGroupInput {
  /** 上级角色组 · Parent group */
  pid?: number | null
  /** 角色组名称 · Name */
  name: string
  /** 权限 · Permissions */
  rules?: number[] | null
  /** 状态 · Status */
  status?: 0 | 1 | null
}
