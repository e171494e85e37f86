// Made by tablewright generate from schemas/system · do not edit · a2a240d1294594f2

import type { Generated } from 'kysely'

/** Columns as they are stored: decimals as scaled integers, times as seconds, lists and maps as JSON text. */
export interface SystemTables {
  admin: {
    id: Generated<number>
    username: string
    nickname: string
    group_arr: string | null
    avatar: string | null
    email: string | null
    mobile: string | null
    password: string
    motto: string | null
    login_failure: number | null
    last_login_time: number | null
    last_login_ip: string | null
    status: 0 | 1 | null
    create_time: number | null
    update_time: number | null
    version: Generated<number>
  }
  admin_group: {
    id: Generated<number>
    pid: number | null
    name: string
    rules: string | null
    status: 0 | 1 | null
    create_time: number | null
    update_time: number | null
    version: Generated<number>
  }
  admin_log: {
    id: Generated<number>
    admin_id: number | null
    username: string | null
    title: string
    url: string | null
    data: string | null
    entity: string | null
    record_id: number | null
    action: string | null
    position: number | null
    hash: string | null
    ip: string | null
    useragent: string | null
    create_time: number | null
    version: Generated<number>
  }
  admin_rule: {
    id: Generated<number>
    pid: number | null
    type: 'menu_dir' | 'menu' | 'button'
    title: string | null
    name: string
    path: string | null
    icon: string | null
    menu_type: 'tab' | 'link' | 'iframe' | null
    url: string | null
    component: string | null
    keepalive: 0 | 1 | null
    extend: 'none' | 'add_rules_only' | 'add_menu_only' | null
    remark: string | null
    status: 0 | 1 | null
    origin: string | null
    weigh: Generated<number>
    create_time: number | null
    update_time: number | null
    version: Generated<number>
  }
  attachment: {
    id: Generated<number>
    topic: string
    admin_id: number | null
    url: string
    width: number | null
    height: number | null
    name: string
    size: number
    mimetype: string
    quote: number | null
    storage: string
    sha1: string
    last_upload_time: number | null
    create_time: number | null
    version: Generated<number>
  }
  captcha: {
    id: Generated<number>
    key: string
    captcha: string
    expire_time: number
    create_time: number | null
    version: Generated<number>
  }
  config: {
    id: Generated<number>
    name: string
    section: string
    title: string | null
    tip: string | null
    type: string
    value: string | null
    content: string | null
    rule: string | null
    extend: string | null
    allow_del: 0 | 1 | null
    weigh: Generated<number>
    version: Generated<number>
  }
  idempotency: {
    id: Generated<number>
    admin_id: number
    route: string
    key_hash: string
    body_hash: string
    answer: string | null
    create_time: number
    version: Generated<number>
  }
  ledger_seal: {
    id: Generated<number>
    ledger: string
    day: string
    position: number
    row_id: number
    format: string | null
    follows: string | null
    hash: string
    version: Generated<number>
  }
  notice: {
    id: Generated<number>
    title: string
    content: string | null
    sound: string | null
    create_time: number | null
    version: Generated<number>
  }
  notice_read: {
    id: Generated<number>
    notice_id: number
    admin_id: number
    state: 'new' | 'told' | 'read'
    read_time: number | null
    version: Generated<number>
  }
  record_log: {
    id: Generated<number>
    entity: string
    record_id: number
    position: number
    hash: string
    removed: number | null
    removed_hash: string | null
    removed_time: number | null
    version: Generated<number>
  }
  seq: {
    id: Generated<number>
    prefix: string
    value: number
    version: Generated<number>
  }
  session: {
    id: Generated<number>
    admin_id: number
    device: string | null
    ip: string | null
    seen_time: number | null
    rotates: 0 | 1 | null
    create_time: number | null
    version: Generated<number>
  }
  throttle: {
    id: Generated<number>
    key: string
    count: number | null
    waits: number | null
    blocked_until: number | null
    captcha_until: number | null
    expire_time: number
    version: Generated<number>
  }
  token: {
    id: Generated<number>
    token_hash: string
    type: 'admin' | 'admin-refresh'
    admin_id: number
    session_id: number | null
    spent_time: number | null
    salt: string | null
    expire_time: number
    create_time: number | null
    version: Generated<number>
  }
}
