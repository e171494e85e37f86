/** `tablewright serve`: generates, builds, prepares the database and serves until a stop signal arrives. */
import { join } from 'node:path'
import { Option, type Command } from 'commander'
import { allProducts } from '../build/products.ts'
import { setAction, type Context, type Program } from '../program.ts'
import { recoverFiles } from '../designing/recover-files.ts'
import { createDesignerService } from '../designing/service.ts'
import { loadDemoInChild } from '../serving/demo.ts'
import { readVersion } from '../serving/with-database.ts'
import { ensurePortFree } from '../serving/port.ts'
import { giveWay, serveInTurn, stopWithPredecessor } from '../serving/successors.ts'
import { loadDevServer, loadServer, serverPaths, type Server } from '../serving/server.ts'
import { backupText, fillText, logProgress } from './apply.ts'
import { serveSettings, type ServeFlags } from '../settings.ts'

type Started = Omit<Awaited<ReturnType<Server['start']>>, 'close'>

/** Adds the command to the program. */
export function registerServe(program: Program): void {
  const command = program.add(
    'serve',
    {
      'zh-cn': '生成、构建并启动后台（等同于 npm start）',
      en: 'generate, build and start the back office (same as npm start)',
    },
    [
      ['tablewright serve', { 'zh-cn': '在 http://127.0.0.1:8000 启动', en: 'serve on http://127.0.0.1:8000' }],
      [
        'PORT=8080 TABLEWRIGHT_DATA=/srv/wms tablewright serve',
        { 'zh-cn': '另一个端口和数据目录', en: 'another port and data folder' },
      ],
      [
        'DATABASE_URL=postgres://me@localhost/wms tablewright serve',
        { 'zh-cn': '使用 PostgreSQL', en: 'with PostgreSQL' },
      ],
    ],
  )
  addServeOptions(program, command)
  command.option(
    '--no-build',
    program.t({
      'zh-cn': '不生成、不构建，直接启动上次的构建产物',
      en: 'neither generate nor build; start the last build',
    }),
  )
  command.option(
    '--https',
    program.t({
      'zh-cn': '使用自签名证书提供 https（正式证书：TABLEWRIGHT_TLS_CERT 和 TABLEWRIGHT_TLS_KEY）',
      en: 'https with a self-signed certificate (a real one: TABLEWRIGHT_TLS_CERT and TABLEWRIGHT_TLS_KEY)',
    }),
  )
  command.addOption(new Option('--in-dev').hideHelp())
  command.addOption(new Option('--successor').hideHelp())
  setAction(command, serve)
}

/** Options of the commands that serve. */
export function addServeOptions(program: Program, command: Command): void {
  command.option('--port <port>', program.t({ 'zh-cn': '端口（PORT，默认 8000）', en: 'port (PORT, default 8000)' }))
  command.option(
    '--host <address>',
    program.t({ 'zh-cn': '监听地址（HOST，默认 127.0.0.1）', en: 'address (HOST, default 127.0.0.1)' }),
  )
  command.option(
    '--data <folder>',
    program.t({
      'zh-cn': '数据目录（TABLEWRIGHT_DATA，默认 ./data）',
      en: 'data folder (TABLEWRIGHT_DATA, default ./data)',
    }),
  )
  command.option(
    '--database <url>',
    program.t({
      'zh-cn': '数据库地址（DATABASE_URL，默认为数据目录中的 SQLite）',
      en: 'database (DATABASE_URL, default SQLite in the data folder)',
    }),
  )
  command.option(
    '--no-demo',
    program.t({
      'zh-cn': '首次启动不加载演示数据（TABLEWRIGHT_DEMO=0）',
      en: 'no demo data on first start (TABLEWRIGHT_DEMO=0)',
    }),
  )
  command.option(
    '--no-captcha',
    program.t({
      'zh-cn': '登录时不要验证码，连续失败后除外（TABLEWRIGHT_CAPTCHA=off）',
      en: 'no captcha at sign-in, except after failed attempts (TABLEWRIGHT_CAPTCHA=off)',
    }),
  )
  command.option(
    '--auto-apply',
    program.t({
      'zh-cn': '启动时执行安全的结构变更（TABLEWRIGHT_AUTO_APPLY=1；SQLite 默认如此）',
      en: 'apply safe database changes at start (TABLEWRIGHT_AUTO_APPLY=1; always on for SQLite)',
    }),
  )
  command.option(
    '--log-level <level>',
    program.t({ 'zh-cn': '日志级别（LOG_LEVEL，默认 warn）', en: 'log level (LOG_LEVEL, default warn)' }),
  )
}

interface OwnFlags extends ServeFlags {
  readonly build?: boolean
  readonly inDev?: boolean
  /** It takes the place of a server before it, see `successors.ts`. */
  readonly successor?: boolean
}

async function serve(context: Context, _args: readonly string[], flags: OwnFlags): Promise<void> {
  const settings = serveSettings(context, flags)
  await ensurePortFree(settings.host, settings.port)
  const isTakenBack = !flags.inDev && (await recoverFiles(context.root, settings.dataFolder))
  const server = flags.inDev
    ? await loadDevServer(context.root)
    : await loadServer(context, allProducts, flags.build !== false || isTakenBack)
  const restart = (): void => void starting.then(flags.successor ? giveWay : serveInTurn)
  const onDemo = (): void =>
    context.log(context.colors.dim(context.t({ 'zh-cn': '正在加载演示数据…', en: 'Loading demo data…' })))
  const starting = server.withDatabaseErrors(settings.databaseUrl, () =>
    server.start({
      ...settings,
      ...serverPaths(context.root),
      // The server of `dev` stands in front of it.
      ...(flags.inDev && { webRoot: null, tls: null, httpPort: null }),
      version: readVersion(context),
      terminal: {
        folder: context.root,
        script: join(context.packageFolder, 'cli/tablewright.mjs'),
        environment: context.environment,
      },
      designer: createDesignerService(context, settings, flags.inDev ? undefined : restart),
      ...(flags.successor && { signals: false }),
      onDemo,
      onFill: logProgress(context, fillText),
      loadDemo: () => loadDemoInChild(context, settings),
    }),
  )
  const running = await starting
  if (!flags.successor) return announce(context, running)
  stopWithPredecessor(running)
  context.log(
    context.colors.dim(context.t({ 'zh-cn': '已用新的表结构重新启动。', en: 'Restarted with the new schemas.' })),
  )
}

/** Prints the address, and the sign-in of the first account in the run that created it. */
export function announce(context: Context, { address, firstAdmin, backup, demoRecords, ignoredRules }: Started): void {
  const { colors, t } = context
  const started = t(
    { 'zh-cn': 'Tablewright 已启动：{{address}}', en: 'Tablewright is running: {{address}}' },
    { address: colors.bold(address) },
  )
  const lines = [`${colors.green('●')} ${started}`]
  if (firstAdmin) {
    const { username, password } = firstAdmin
    lines.push(
      t(
        {
          'zh-cn': '  首次登录账号：{{username}}  密码：{{password}}',
          en: '  First sign-in: {{username}}  password: {{password}}',
        },
        { username: colors.bold(username), password: colors.bold(password ?? t(asGiven)) },
      ),
    )
    if (password)
      lines.push(
        t({
          'zh-cn': '  密码只显示这一次，首次登录时须修改。',
          en: '  The password is shown only once and has to be changed at the first sign-in.',
        }),
      )
  }
  if (backup !== null) lines.push(`  ${t(backupText, { place: backup })}`)
  if (demoRecords > 0)
    lines.push(
      t(
        { 'zh-cn': '  已加载 {{count}} 条演示数据。', en: '  Demo records loaded: {{count}}.' },
        { count: demoRecords },
      ),
    )
  if (ignoredRules.length > 0)
    lines.push(
      t(
        {
          'zh-cn': '  名称带查询条件的规则不授予任何权限，请删除，并改用 schema 中的 x-policy：{{names}}',
          en: '  Rules with a query in their name grant nothing. Delete them and use x-policy in the schema: {{names}}',
        },
        { names: ignoredRules.join(', ') },
      ),
    )
  lines.push(colors.dim(t({ 'zh-cn': '  按 Ctrl-C 停止。', en: '  Press Ctrl-C to stop.' })))
  context.print({ ok: true, address, firstAdmin, backup, demoRecords, ignoredRules }, lines)
}

const asGiven = { 'zh-cn': '（由 TABLEWRIGHT_ADMIN_PASSWORD 指定）', en: '(set by TABLEWRIGHT_ADMIN_PASSWORD)' }
