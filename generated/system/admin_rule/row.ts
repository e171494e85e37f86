// Made by tablewright generate from schemas/system/admin_rule.json · do not edit · c6aba19e32085250

/** Menu rules: a row as the server sends it. */
export interface AdminRule {
  /** 编号 · ID */
  id: number
  /** 上级规则 · Parent rule */
  pid: number | null
  parent: { id: number; title: string } | null
  /** 规则类型 · Type */
  type: 'menu_dir' | 'menu' | 'button'
  /** 规则标题 · Title */
  title: string
  /** 规则名称 · Name */
  name: string
  /** 路由路径 · Route path */
  path: string
  /** 图标 · Icon */
  icon: string
  /** 打开方式 · Opens as */
  menu_type: 'tab' | 'link' | 'iframe' | ''
  /** 链接地址 · Address */
  url: string
  /** 组件路径 · Component */
  component: string
  /** 保留页面状态 · Keep page state */
  keepalive: 0 | 1 | null
  /** 添加为 · Add as */
  extend: 'none' | 'add_rules_only' | 'add_menu_only' | ''
  /** 备注 · Notes */
  remark: string
  /** 状态 · Status */
  status: 0 | 1 | null
  /** 权重 · Rank */
  weigh: number | null
  /** 创建时间 · Created at */
  create_time: number | null
  /** 更新时间 · Updated at */
  update_time: number | null
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface AdminRuleInput {
  /** 上级规则 · Parent rule */
  pid?: number | null
  /** 规则类型 · Type */
  type: 'menu_dir' | 'menu' | 'button'
  /** 规则标题 · Title */
  title?: string | null
  /** 规则名称 · Name */
  name: string
  /** 路由路径 · Route path */
  path?: string | null
  /** 图标 · Icon */
  icon?: string | null
  /** 打开方式 · Opens as */
  menu_type?: 'tab' | 'link' | 'iframe' | null
  /** 链接地址 · Address */
  url?: string | null
  /** 组件路径 · Component */
  component?: string | null
  /** 保留页面状态 · Keep page state */
  keepalive?: 0 | 1 | null
  /** 添加为 · Add as */
  extend?: 'none' | 'add_rules_only' | 'add_menu_only' | null
  /** 备注 · Notes */
  remark?: string | null
  /** 状态 · Status */
  status?: 0 | 1 | null
}
