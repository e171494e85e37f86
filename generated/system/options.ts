// Made by tablewright generate from schemas/system · do not edit · 75abec0d3f0415a3

/** system/admin: values by field and name. */
export const adminOptions = { status: { disabled: 0, enabled: 1 } } as const

/** system/admin_group: values by field and name. */
export const adminGroupOptions = { status: { disabled: 0, enabled: 1 } } as const

/** system/admin_rule: values by field and name. */
export const adminRuleOptions = {
  type: { folder: 'menu_dir', page: 'menu', button: 'button' },
  menu_type: { tab: 'tab', link: 'link', iframe: 'iframe' },
  keepalive: { no: 0, yes: 1 },
  extend: { none: 'none', route_only: 'add_rules_only', menu_only: 'add_menu_only' },
  status: { disabled: 0, enabled: 1 },
} as const

/** system/cloud_upload: values by field and name. */
export const cloudUploadOptions = {
  status: {
    waiting: 'waiting',
    checking: 'checking',
    uploading: 'uploading',
    success: 'success',
    error: 'error',
    paused: 'paused',
    canceled: 'canceled',
  },
} as const

/** system/config: values by field and name. */
export const configOptions = { allow_del: { no: 0, yes: 1 } } as const

/** system/notice_read: values by field and name. */
export const noticeReadOptions = { state: { new: 'new', told: 'told', read: 'read' } } as const

/** system/session: values by field and name. */
export const sessionOptions = { rotates: { no: 0, yes: 1 } } as const

/** system/terminal_task: values by field and name. */
export const terminalTaskOptions = {
  status: { waiting: 0, connecting: 1, executing: 2, success: 3, failed: 4, unknown: 5 },
  block_on_failure: { no: 0, yes: 1 },
} as const

/** system/token: values by field and name. */
export const tokenOptions = { type: { access: 'admin', refresh: 'admin-refresh' } } as const
