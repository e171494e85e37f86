/**
 * What the pages of BuildAdmin's own web client read of each table: fields of the rows of `index` and of the row of
 * `edit`, with their types, and the values that their options have. Dots lead into objects.
 */

/** A question mark admits null; a list has the values of the options, which are compared as texts. */
type FieldType = 'number' | 'number?' | 'string' | 'string?' | 'array' | 'object' | readonly string[]

export interface ClientTable {
  readonly index: Readonly<Record<string, FieldType>>
  /** Absent = the page has no form for a row. */
  readonly edit?: Readonly<Record<string, FieldType>>
}

const state = ['0', '1']
const times = { create_time: 'number', update_time: 'number' } as const
const extend = ['none', 'add_rules_only', 'add_menu_only']
const memberState = ['disable', 'enable']
const adminRuleTypes = ['menu_dir', 'menu', 'button']
const memberRuleTypes = ['route', 'menu_dir', 'menu', 'nav', 'nav_user_menu', 'button']
/** Folders have none. */
const menuTypes = ['tab', 'link', 'iframe', 'null', '']

const rule = { title: 'string', icon: 'string', name: 'string', status: state } as const
const ruleForm = {
  ...rule,
  pid: 'number',
  path: 'string',
  menu_type: menuTypes,
  url: 'string',
  component: 'string',
  extend,
  remark: 'string',
  weigh: 'number',
} as const
const watched = {
  id: 'number',
  name: 'string',
  controller: 'string',
  connection: 'string',
  data_table: 'string',
  primary_key: 'string',
  status: state,
} as const
const logged = {
  id: 'number',
  'admin.nickname': 'string',
  'admin.username': 'string',
  data_table: 'string',
  connection: 'string',
  primary_key: 'string',
  ip: 'string',
  useragent: 'string',
  create_time: 'number',
} as const
const asset = {
  id: 'number',
  user_id: 'number',
  'user.username': 'string',
  'user.nickname': 'string',
  memo: 'string',
  create_time: 'number',
} as const
const file = {
  id: 'number',
  topic: 'string',
  'admin.nickname': 'string',
  'admin.username': 'string',
  'user.nickname': 'string',
  admin_id: 'number',
  user_id: 'number',
  url: 'string',
  full_url: 'string',
  size: 'number',
  mimetype: 'string',
  suffix: 'string',
  quote: 'number',
  name: 'string',
  storage: 'string',
  last_upload_time: 'number',
} as const

export const clientTables: Readonly<Record<string, ClientTable>> = {
  'auth.Admin': {
    index: {
      id: 'number',
      username: 'string',
      nickname: 'string',
      avatar: 'string',
      group_name_arr: 'array',
      email: 'string',
      mobile: 'string',
      last_login_time: 'string',
      create_time: 'number',
      status: state,
    },
    edit: {
      username: 'string',
      nickname: 'string',
      group_arr: 'array',
      avatar: 'string',
      email: 'string',
      mobile: 'string',
      motto: 'string',
      password: 'string',
      status: state,
    },
  },
  'auth.Group': {
    index: { id: 'number', name: 'string', rules: 'string', status: state, ...times },
    edit: { id: 'number', pid: 'number', name: 'string', rules: 'array', status: state },
  },
  'auth.Rule': {
    index: { ...rule, id: 'number', type: adminRuleTypes, keepalive: state, ...times },
    edit: { ...ruleForm, type: adminRuleTypes, keepalive: 'number' },
  },
  'auth.AdminLog': {
    index: {
      id: 'number',
      admin_id: 'number',
      username: 'string',
      title: 'string',
      url: 'string',
      data: 'string',
      ip: 'string',
      useragent: 'string',
      create_time: 'number',
    },
  },
  'user.User': {
    index: {
      id: 'number',
      username: 'string',
      nickname: 'string',
      'group.name': 'string',
      'userGroup.name': 'string',
      avatar: 'string',
      gender: ['0', '1', '2'],
      mobile: 'string',
      last_login_ip: 'string',
      last_login_time: 'number?',
      create_time: 'number',
      status: memberState,
    },
    edit: {
      username: 'string',
      nickname: 'string',
      group_id: 'number',
      avatar: 'string',
      email: 'string',
      mobile: 'string',
      gender: ['0', '1', '2'],
      birthday: 'string?',
      money: 'string',
      score: 'number',
      password: 'string',
      motto: 'string',
      status: memberState,
    },
  },
  'user.Group': {
    index: { id: 'number', name: 'string', status: state, ...times },
    edit: { id: 'number', name: 'string', rules: 'array', status: state },
  },
  'user.Rule': {
    index: { ...rule, id: 'number', type: memberRuleTypes, ...times },
    edit: { ...ruleForm, type: memberRuleTypes, no_login_valid: state },
  },
  'user.MoneyLog': { index: { ...asset, money: 'string', before: 'string', after: 'string' } },
  'user.ScoreLog': { index: { ...asset, score: 'number', before: 'number', after: 'number' } },
  'routine.Attachment': { index: file, edit: { ...file, width: 'number', height: 'number', sha1: 'string' } },
  'security.DataRecycle': { index: { ...watched, ...times }, edit: watched },
  'security.SensitiveData': {
    index: { ...watched, data_fields: 'array', ...times },
    edit: { ...watched, data_fields: 'object' },
  },
  'security.DataRecycleLog': {
    index: { ...logged, 'recycle.name': 'string', 'recycle.controller_as': 'string', data: 'string' },
  },
  'security.SensitiveDataLog': {
    index: {
      ...logged,
      'sensitive.name': 'string',
      'sensitive.controller_as': 'string',
      id_value: 'string',
      data_comment: 'string',
      before: 'string',
      after: 'string',
    },
  },
}

/** The fields of a row that are not as the page reads them. */
export function misfits(row: Readonly<Record<string, unknown>>, fields: ClientTable['index']): readonly string[] {
  return Object.entries(fields).flatMap(([path, type]) => {
    let value: unknown = row
    for (const name of path.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[name]
    return fits(value, type) ? [] : [`${path}: ${JSON.stringify(value)}`]
  })
}

function fits(value: unknown, type: FieldType): boolean {
  if (typeof type !== 'string') return type.includes(String(value))
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return type.endsWith('?') && value === null ? true : typeof value === type.replace('?', '')
}
