/** Reads what an installation may decide from flags and the environment; a flag wins. */
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { storeOrigin } from '../runtime/server/settings/cloud-settings.ts'
import { isOriginEntry, readOrigins } from '../runtime/server/settings/origins.ts'
import { CommandError } from './exit-codes.ts'
import { readProduct } from './product.ts'
import type { Context } from './program.ts'
import { interpolate } from '../runtime/i18n/i18n.ts'

export interface DatabaseSettings {
  /** Absolute path of the data folder: embedded database, uploads. */
  readonly dataFolder: string
  /** `postgres://…`, or the absolute path of the SQLite file. */
  readonly databaseUrl: string
  /** Absolute path of an SQLite file of another application. */
  readonly adoptedFile: (name: string, path: string) => string
}

export interface ServeSettings extends DatabaseSettings {
  readonly port: number
  readonly host: string
  /** First password of `admin`; null = a random one is generated and printed once. */
  readonly adminPassword: string | null
  /** Load demo data into a database that was just made. */
  readonly demo: boolean
  /** Captcha at sign-in, null = as in the site settings. */
  readonly captcha: boolean | null
  /** Origins and hosts that may call, null = as in the site settings. */
  readonly origins: readonly string[] | null
  /** Origin of the service that issues temporary keys of COS, null = the official one. */
  readonly sts: string | null
  /** Proxies that are trusted to state a client's address. */
  readonly trustedProxies: readonly string[]
  /** The certificate of the server, one of its own, or null = plain HTTP. */
  readonly tls: { readonly certificate: string; readonly key: string } | 'self-signed' | null
  /** With TLS: a further port that leads browsers to it; null = none. */
  readonly httpPort: number | null
  /** Host names that the server answers to; none = any. */
  readonly hosts: readonly string[]
  /** Connections that one address may open, null = the default. */
  readonly maxPerAddress: number | null
  /** Apply safe plans at start; null = as the engine's default has it. */
  readonly autoApply: boolean | null
  readonly logLevel: LogLevel
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
type LogLevel = (typeof logLevels)[number]

/** Flags of `serve`, as commander passes them. */
export interface ServeFlags extends DatabaseFlags {
  readonly port?: string
  readonly host?: string
  readonly demo?: boolean
  readonly autoApply?: boolean
  readonly captcha?: boolean
  readonly logLevel?: string
  readonly https?: boolean
}

export interface DatabaseFlags {
  readonly data?: string
  readonly database?: string
}

/**
 * Where the database is; whether it can be used shows when it is opened. Throws a CommandError (exit 2) when a product
 * that needs PostgreSQL was given no address.
 */
export function databaseSettings(context: Context, flags: DatabaseFlags = {}): DatabaseSettings {
  const asked = flags.data || context.environment['TABLEWRIGHT_DATA']
  const dataFolder = asked ? resolve(context.workingFolder, asked) : join(context.root, 'data')
  const given = flags.database || context.environment['DATABASE_URL']
  if (!given && readProduct(context.root)?.needsAddress) throw noDatabaseError()
  return {
    dataFolder,
    databaseUrl: given || join(dataFolder, 'tablewright.sqlite'),
    adoptedFile: adoptedFileOf(context),
  }
}

/**
 * Where SQLite files of other applications are: as the schemas say, below the project, unless TABLEWRIGHT_ADOPTED names
 * them by module (`shop=/srv/shop.sqlite,crm=crm.sqlite`).
 */
function adoptedFileOf({ environment, root, workingFolder }: Context): DatabaseSettings['adoptedFile'] {
  const given = new Map(
    (environment['TABLEWRIGHT_ADOPTED'] ?? '').split(',').map((entry) => {
      const at = entry.indexOf('=')
      return [`adopted_${entry.slice(0, at).trim()}`, entry.slice(at + 1).trim()] as [string, string]
    }),
  )
  return (name, path) => {
    const file = given.get(name)
    return file ? resolve(workingFolder, file) : resolve(root, path)
  }
}

const noDatabaseError = (): CommandError =>
  new CommandError('usage', {
    message: {
      'zh-cn': '该产品使用 PostgreSQL（package.json 中的 tablewright.database），请指定数据库地址。',
      en: 'This product uses PostgreSQL (tablewright.database in package.json), but no address was given.',
    },
    hint: {
      'zh-cn': '请设置 DATABASE_URL，例如 postgres://用户:密码@127.0.0.1:5432/库名。',
      en: 'Set DATABASE_URL, for example postgres://user:password@127.0.0.1:5432/database.',
    },
  })

/** All settings of `serve`. Throws a CommandError (usage) for a value that makes no sense. */
export function serveSettings(context: Context, flags: ServeFlags): ServeSettings {
  const { environment } = context
  const demo = environment['TABLEWRIGHT_DEMO']
  return {
    ...databaseSettings(context, flags),
    port: portOf(flags.port ?? environment['PORT'] ?? ''),
    host: flags.host || environment['HOST'] || '127.0.0.1',
    adminPassword: environment['TABLEWRIGHT_ADMIN_PASSWORD'] || null,
    demo: flags.demo !== false && !isOff('TABLEWRIGHT_DEMO', demo),
    captcha: captchaOf(flags, environment['TABLEWRIGHT_CAPTCHA']),
    origins: environment['TABLEWRIGHT_CORS'] === undefined ? null : originsOf(environment['TABLEWRIGHT_CORS']),
    sts: stsOf(environment['TABLEWRIGHT_STS'] ?? ''),
    trustedProxies: proxiesOf(environment['TABLEWRIGHT_TRUSTED_PROXIES'] ?? ''),
    tls: tlsOf(context, flags),
    httpPort: environment['TABLEWRIGHT_HTTP_PORT']
      ? portOf(environment['TABLEWRIGHT_HTTP_PORT'], 'TABLEWRIGHT_HTTP_PORT')
      : null,
    hosts: hostsOf(environment['TABLEWRIGHT_HOSTS'] ?? ''),
    maxPerAddress: connectionsOf(environment['TABLEWRIGHT_MAX_CONNECTIONS_PER_ADDRESS'] ?? ''),
    autoApply:
      flags.autoApply ??
      (environment['TABLEWRIGHT_AUTO_APPLY']
        ? !isOff('TABLEWRIGHT_AUTO_APPLY', environment['TABLEWRIGHT_AUTO_APPLY'])
        : null),
    logLevel: logLevelOf(flags.logLevel ?? environment['LOG_LEVEL'] ?? ''),
  }
}

/** Commander passes `true` when the flag is absent. */
function captchaOf(flags: ServeFlags, text: string | undefined): boolean | null {
  if (flags.captcha === false) return false
  return text ? !isOff('TABLEWRIGHT_CAPTCHA', text) : null
}

const splitList = (text: string): readonly string[] => text.split(/[\s,]+/).filter((word) => word !== '')

/** An empty text is an empty list, which allows no one. */
function originsOf(text: string): readonly string[] {
  const list = readOrigins(text)
  const wrong = list.find((entry) => !isOriginEntry(entry))
  if (wrong === undefined) return list
  throw invalidValue('TABLEWRIGHT_CORS', wrong, {
    'zh-cn': '来源（https://admin.example.com）、主机名或 *',
    en: 'origins (https://admin.example.com), host names or *',
  })
}

/** Null = the official service. */
function stsOf(text: string): string | null {
  const origin = storeOrigin(text)
  if (origin !== null) return origin || null
  throw invalidValue('TABLEWRIGHT_STS', text, {
    'zh-cn': '不含路径的地址，例如 https://sts.internal.tencentcloudapi.com',
    en: 'an address without a path, for example https://sts.internal.tencentcloudapi.com',
  })
}

function proxiesOf(text: string): readonly string[] {
  const list = splitList(text)
  const wrong = list.find((entry) => !isProxy(entry))
  if (wrong === undefined) return list
  throw invalidValue('TABLEWRIGHT_TRUSTED_PROXIES', wrong, {
    'zh-cn': 'IP 地址、网段（10.0.0.0/8）或 loopback',
    en: 'IP addresses, ranges (10.0.0.0/8) or loopback',
  })
}

function isProxy(entry: string): boolean {
  if (entry === 'loopback' || entry === 'linklocal' || entry === 'uniquelocal') return true
  const [address = '', bits, ...rest] = entry.split('/')
  const most = isIP(address) === 6 ? 128 : 32
  return (
    isIP(address) !== 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
  )
}

function hostsOf(text: string): readonly string[] {
  const list = splitList(text).map((name) => name.toLowerCase().replace(/\.$/, ''))
  const wrong = list.find((name) => !/^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]+\])$/.test(name))
  if (wrong === undefined) return list
  throw invalidValue('TABLEWRIGHT_HOSTS', wrong, {
    'zh-cn': '不含端口的主机名，以逗号分隔，例如 wms.example.com',
    en: 'host names without ports, separated by commas, for example wms.example.com',
  })
}

/** A given certificate wins over one of our own. */
function tlsOf({ environment, workingFolder }: Context, { https }: ServeFlags): ServeSettings['tls'] {
  const { TABLEWRIGHT_TLS_CERT: certificate, TABLEWRIGHT_TLS_KEY: key } = environment
  if (!certificate && !key) return https ? 'self-signed' : null
  if (certificate && key) return { certificate: resolve(workingFolder, certificate), key: resolve(workingFolder, key) }
  throw new CommandError('usage', {
    message: {
      'zh-cn': 'TABLEWRIGHT_TLS_CERT 和 TABLEWRIGHT_TLS_KEY 须同时设置。',
      en: 'TABLEWRIGHT_TLS_CERT and TABLEWRIGHT_TLS_KEY have to be set together.',
    },
    hint: {
      'zh-cn': '请补上缺少的一个，或都不设置并使用 --https 生成自签名证书。',
      en: 'Set the missing one, or neither and use --https for a self-signed certificate.',
    },
  })
}

function portOf(text: string, name = 'PORT'): number {
  if (text === '') return 8000
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw invalidValue(name, text, { 'zh-cn': '0 到 65535 之间的整数', en: 'an integer from 0 to 65535' })
}

/** A browser alone opens six connections. */
function connectionsOf(text: string): number | null {
  if (text === '') return null
  if (/^\d{1,4}$/.test(text) && Number(text) >= 8 && Number(text) <= 4000) return Number(text)
  throw invalidValue('TABLEWRIGHT_MAX_CONNECTIONS_PER_ADDRESS', text, {
    'zh-cn': '8 到 4000 之间的整数',
    en: 'an integer from 8 to 4000',
  })
}

function isOff(name: string, text: string | undefined): boolean {
  if (text === undefined || text === '' || /^(1|on|true|yes)$/i.test(text)) return false
  if (/^(0|off|false|no)$/i.test(text)) return true
  throw invalidValue(name, text, { 'zh-cn': '1 或 0', en: '1 or 0' })
}

function logLevelOf(text: string): LogLevel {
  if (text === '') return 'warn'
  const level = logLevels.find((one) => one === text.toLowerCase())
  if (!level)
    throw invalidValue('LOG_LEVEL', text, { 'zh-cn': logLevels.join('、'), en: `one of ${logLevels.join(', ')}` })
  return level
}

const invalidValue = (name: string, found: string, wanted: { 'zh-cn': string; en: string }): CommandError =>
  new CommandError('usage', {
    message: interpolate(
      {
        'zh-cn': '{{name}} 的值“{{found}}”无效，应为 {{zh}}。',
        en: 'Invalid value "{{found}}" for {{name}}. Use {{en}}.',
      },
      { name, found, zh: wanted['zh-cn'], en: wanted.en },
    ),
  })
