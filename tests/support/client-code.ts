/**
 * What the pages of BuildAdmin's own web client do with an answer, in its own terms: each throws where that code would
 * raise a script error.
 */

/** Addresses of pictures: the client joins them with its resource address. */
export function fullUrl(relative: string, cdn: string): string {
  if (/^((?:[a-z]+:)?\/\/|data:image\/)/i.test(relative)) return relative
  return (cdn === '' ? 'http://origin.test' : cdn) + relative
}

/** Cells of times: ten digits are seconds, texts go to Date as they are. */
export function timeFormat(time: string | number | null): string {
  if (!time) return '-'
  const date = new Date(time.toString().length === 10 ? Number(time) * 1000 : time)
  if (Number.isNaN(date.getTime())) throw new TypeError(`no time: ${String(time)}`)
  return date.toISOString()
}

/** The icon component asks the name for its beginning. */
export function icon(name: string): 'element' | 'local' | 'address' | 'class' {
  if (name.indexOf('el-icon-') === 0) return 'element'
  if (name.indexOf('local-') === 0) return 'local'
  if (/^(https?|ftp|mailto|tel):/.test(name)) return 'address'
  if (name !== '' && !/^(fa|iconfont) /.test(name)) throw new TypeError(`no icon: ${name}`)
  return 'class'
}

/** Switches compare with texts. Anything but 0 and 1 makes them post an edit by themselves. */
export function switchCell(value: { toString(): string }): boolean {
  const text = value.toString()
  if (text !== '0' && text !== '1') throw new TypeError(`the page would post an edit for ${text}`)
  return text === '1'
}

/** Radio buttons are chosen by the text of their key. */
export function radio(value: string, options: readonly string[]): string {
  if (!options.includes(value)) throw new TypeError(`nothing is chosen for ${JSON.stringify(value)}`)
  return value
}

export interface MenuNode {
  readonly id: number
  readonly pid: number
  readonly type: string
  readonly title: string
  readonly name: string
  readonly path: string
  readonly icon: string
  readonly menu_type: string | null
  readonly url: string
  readonly component: string
  readonly keepalive: string | 0
  readonly extend: string
  readonly children?: readonly MenuNode[]
}

export interface Shell {
  /** Addresses by route name. */
  readonly routes: ReadonlyMap<string, string>
  /** Nodes of buttons by page. */
  readonly nodes: ReadonlyMap<string, readonly string[]>
  /** What stands in the menu. */
  readonly shown: readonly string[]
}

/**
 * Routes, menu and permission map as the client makes them of the start answer. @param bundle component keys it was
 * built with
 */
export function buildShell(menus: readonly MenuNode[], bundle: ReadonlySet<string>): Shell {
  const routes = new Map<string, string>()
  const nodes = new Map<string, readonly string[]>()
  const shown: string[] = []
  const walk = (list: readonly MenuNode[], parent: string, visible: boolean): void => {
    const buttons = list.filter((node) => node.type === 'button').map((node) => `/admin/${node.name}`)
    if (buttons.length > 0) nodes.set(`/admin/${parent}`, buttons)
    for (const node of list) {
      node.name.split('/')
      icon(node.icon)
      if (
        node.extend !== 'add_menu_only' &&
        ((node.menu_type === 'tab' && bundle.has(node.component)) || node.menu_type === 'iframe')
      ) {
        if (routes.has(node.name)) throw new TypeError(`two routes are called ${node.name}`)
        routes.set(
          node.name,
          node.menu_type === 'iframe' ? `/admin/iframe/${encodeURIComponent(node.url)}` : `/admin/${node.path}`,
        )
      }
      const isShown =
        visible &&
        node.extend !== 'add_rules_only' &&
        node.type !== 'button' &&
        !(node.menu_type === 'tab' && node.component === '')
      if (isShown) shown.push(node.title)
      if (node.children && node.children.length > 0) walk(node.children, node.name, isShown)
    }
  }
  walk(menus, '', true)
  return { routes, nodes, shown }
}

/** The first page after signing in: the first of the menu that has a route. */
export function firstRoute(menus: readonly MenuNode[], { routes }: Shell): string | null {
  for (const node of menus.filter(({ extend }) => extend !== 'add_rules_only')) {
    if (node.type === 'menu' && routes.has(node.name)) return routes.get(node.name)!
    const below = node.children ? firstRoute(node.children, { routes, nodes: new Map(), shown: [] }) : null
    if (below !== null) return below
  }
  return null
}

/** Whether a button shows: by the address of the page, which is built from its path. */
export const auth = ({ nodes }: Shell, address: string, button: string): boolean =>
  nodes.get(address)?.some((node) => node === `${address}/${button}`) ?? false

/**
 * Before a file is sent it is held against the site's settings: newer clients by suffix or exact type, older ones by a
 * list of both.
 */
export function mayUpload(upload: Readonly<Record<string, never>>, name: string, type: string): boolean {
  const texts = (value: string | readonly string[]): readonly string[] =>
    typeof value === 'string' ? value.toLowerCase().split(',') : value
  const suffix = name.substring(name.lastIndexOf('.') + 1).toLowerCase()
  const newer =
    texts(upload['allowedSuffixes']!).some((one) => one === suffix || one === `.${suffix}`) ||
    texts(upload['allowedMimeTypes']!).includes(type)
  const older = text(upload['mimetype'])
    .toLowerCase()
    .split(',')
    .some(
      (one) =>
        one === '*' || one === suffix || one === `.${suffix}` || one === type || one === `${type.split('/')[0]}/*`,
    )
  return newer && older
}

/** A remote select reads its options from either place, values as texts. */
export function remoteOptions(
  data: { readonly options?: readonly Row[]; readonly list?: readonly Row[] },
  field: string,
  pk = 'id',
): readonly { readonly value: string; readonly label: string }[] {
  const options = data.options ?? data.list!
  return options.map((option) => ({
    value: (option[pk.split('.').pop()!] as { toString(): string }).toString(),
    label: text(option[field]),
  }))
}

/**
 * What its tree of checkboxes posts for the rules that a form was given: a rule is ticked with everything below it, one
 * is ticked by all below it, and those above a ticked one are posted as well.
 */
export function tickedRules(tree: readonly Row[], given: readonly unknown[]): readonly unknown[] {
  const all = given.includes('*')
  const ticked = new Set<unknown>()
  const half = new Set<unknown>()
  const visit = (rows: readonly Row[], isTicked: boolean): void => {
    for (const row of rows) {
      const children = (row['children'] ?? []) as readonly Row[]
      const isGiven = isTicked || given.map(String).includes(String(row['id']))
      visit(children, isGiven)
      const below = children.map(({ id }) => id)
      if (isGiven || (below.length > 0 && below.every((id) => ticked.has(id)))) ticked.add(row['id'])
      else if (below.some((id) => ticked.has(id) || half.has(id))) half.add(row['id'])
    }
  }
  visit(tree, all)
  return [...ticked, ...half]
}

export type Row = Readonly<Record<string, unknown>>

/** A cell, a label or an input of text. */
export function text(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError(`no text: ${JSON.stringify(value)}`)
  return value
}

/** Pages of its bundle that our server has, too. */
export const bundle = new Set(
  [
    'dashboard',
    'auth/group/index',
    'auth/admin/index',
    'auth/rule/index',
    'auth/adminLog/index',
    'user/user/index',
    'routine/config/index',
    'routine/attachment/index',
    'security/dataRecycleLog/index',
    'security/dataRecycle/index',
    'security/sensitiveDataLog/index',
    'security/sensitiveData/index',
    'routine/adminInfo',
  ].map((page) => `/src/views/backend/${page}.vue`),
)
/** Kinds of its inputs. */
export const inputs = [
  'string',
  'password',
  'number',
  'radio',
  'checkbox',
  'switch',
  'textarea',
  'array',
  'datetime',
  'year',
  'date',
  'time',
  'select',
  'selects',
  'remoteSelect',
  'remoteSelects',
  'editor',
  'city',
  'image',
  'images',
  'file',
  'files',
  'icon',
  'color',
]
/** Its names of validation rules. */
export const validators = [
  'required',
  'mobile',
  'idNumber',
  'account',
  'password',
  'varName',
  'editorRequired',
  'url',
  'email',
  'date',
  'number',
  'integer',
  'float',
]

/** The data of a list. */
export interface Listed {
  readonly list: readonly Row[]
  readonly total?: number
  readonly remark: string
  readonly group?: readonly number[]
  readonly options?: readonly Row[]
}
/** The data of the first answer after signing in. */
export interface Start {
  readonly adminInfo: Row
  readonly menus: readonly MenuNode[]
  readonly siteConfig: Readonly<Record<string, never>>
  readonly terminal: Row
}

/** The rows of a tree, parents first. */
export const flat = (rows: readonly Row[]): readonly Row[] =>
  rows.flatMap((row) => [row, ...flat((row['children'] as readonly Row[] | undefined) ?? [])])

/** Statuses of a task of the terminal. */
export const taskStatus = { connecting: 1, executing: 2, success: 3, failed: 4 } as const

/**
 * What the terminal of both clients makes of a stream: they read default events only, one line of JSON each, ignore
 * those of other tasks, and close the stream at an error or at its end; a stream that ends before is an error.
 */
export function runTask(uuid: string, body: string): { readonly status: number; readonly output: readonly string[] } {
  let status: number = taskStatus.connecting
  const output: string[] = []
  for (const event of body.split('\n\n')) {
    if (event === '' || event.startsWith(':')) continue
    const lines = event.split('\n')
    if (lines.length !== 1 || !lines[0]?.startsWith('data: ')) throw new Error(`no default event of one line: ${event}`)
    const message = JSON.parse(lines[0].slice(6)) as Record<'data' | 'uuid' | 'extend' | 'key', string>
    if (message.uuid !== uuid) continue
    if (message.data === 'command-link-success') status = taskStatus.executing
    else if (message.data === 'command-exec-success') status = taskStatus.success
    else if (message.data === 'command-exec-error') return { status: taskStatus.failed, output }
    else if (message.data === 'command-exec-completed')
      return { status: status === taskStatus.success ? status : taskStatus.failed, output }
    else output.push(message.data)
  }
  return { status: taskStatus.failed, output }
}
