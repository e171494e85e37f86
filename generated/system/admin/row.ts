// Made by tablewright generate from schemas/system/admin.json · do not edit · 2ff205d7b89db00f

/** Administrators: a row as the server sends it. */
export interface Admin {
  /** 编号 · ID */
  id: number
  /** 用户名 · Username */
  username: string
  /** 昵称 · Nickname */
  nickname: string
  /** 角色组 · Admin groups */
  group_arr: number[]
  groupArrRecords: { id: number; name: string }[]
  /** 头像 · Avatar */
  avatar: string
  /** 电子邮箱 · Email */
  email: string
  /** 手机号码 · Mobile */
  mobile: string
  /** 个性签名 · Motto */
  motto: string
  /** 最后登录时间 · Last sign-in */
  last_login_time: number | null
  /** 最后登录 IP · Last sign-in IP address */
  last_login_ip: string
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
export interface AdminInput {
  /** 用户名 · Username */
  username: string
  /** 昵称 · Nickname */
  nickname: string
  /** 角色组 · Admin groups */
  group_arr?: number[] | null
  /** 头像 · Avatar */
  avatar?: string | null
  /** 电子邮箱 · Email */
  email?: string | null
  /** 手机号码 · Mobile */
  mobile?: string | null
  /** 密码 · Password */
  password: string
  /** 个性签名 · Motto */
  motto?: string | null
  /** 状态 · Status */
  status?: 0 | 1 | null
}
