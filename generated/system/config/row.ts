// Made by tablewright generate from schemas/system/config.json · do not edit · d0e50ac1e40f241b

/** Site settings: a row as the server sends it. */
export interface Config {
  /** 编号 · ID */
  id: number
  /** 变量名 · Name */
  name: string
  /** 分组 · Group */
  section: string
  /** 变量标题 · Title */
  title: string
  /** 描述 · Tip */
  tip: string
  /** 类型 · Type */
  type: string
  /** 变量值 · Value */
  value: string
  /** 字典数据 · Options */
  content: string
  /** 验证规则 · Rules */
  rule: string
  /** 扩展属性 · Further attributes */
  extend: string
  /** 允许删除 · May be deleted */
  allow_del: 0 | 1 | null
  /** 权重 · Rank */
  weigh: number | null
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface ConfigInput {
  /** 变量名 · Name */
  name: string
  /** 分组 · Group */
  section: string
  /** 变量标题 · Title */
  title?: string | null
  /** 描述 · Tip */
  tip?: string | null
  /** 类型 · Type */
  type: string
  /** 变量值 · Value */
  value?: string | null
  /** 字典数据 · Options */
  content?: string | null
  /** 验证规则 · Rules */
  rule?: string | null
  /** 扩展属性 · Further attributes */
  extend?: string | null
  /** 允许删除 · May be deleted */
  allow_del?: 0 | 1 | null
}
