// Made by tablewright generate from schemas/system/config.json · do not edit · 12a27890a0bc3d6f

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
  /** 说明 · Help text */
  tip: string
  /** 类型 · Type */
  type: string
  /** 变量值 · Value */
  value: string
  /** 字典数据 · Options */
  content: string
  /** 验证规则 · Validation rules */
  rule: string
  /** 扩展属性 · Additional attributes */
  extend: string
  /** 允许删除 · Can be deleted */
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
  /** 说明 · Help text */
  tip?: string | null
  /** 类型 · Type */
  type: string
  /** 变量值 · Value */
  value?: string | null
  /** 字典数据 · Options */
  content?: string | null
  /** 验证规则 · Validation rules */
  rule?: string | null
  /** 扩展属性 · Additional attributes */
  extend?: string | null
  /** 允许删除 · Can be deleted */
  allow_del?: 0 | 1 | null
}
