/** `tablewright dev`: serves while one edits; what was saved is on the screen a moment later. */
import { join, relative, sep } from 'node:path'
import { createBackend, type Backend, type Started } from '../dev/backend.ts'
import { endedServer, reportOf, type Finding } from '../dev/findings.ts'
import { forward, forwardSocket, isHub, isServed, notRunning } from '../dev/forward.ts'
import { recoverFiles } from '../designing/recover-files.ts'
import { servePages, type Pages } from '../dev/pages.ts'
import { createRounds } from '../dev/rounds.ts'
import { createSession, type Changed, type Outcome } from '../dev/session.ts'
import type { Problem } from '../../generator/source/problem.ts'
import { languageOf } from '../../runtime/protocol/index.ts'
import { translate } from '../i18n.ts'
import { writePackages } from '../build/server.ts'
import { requireWebFolders } from '../build/web-folder.ts'
import { layoutOf } from '../layout.ts'
import { logProblems } from '../log-problems.ts'
import { setAction, type Context, type Program } from '../program.ts'
import { ensurePortFree } from '../serving/port.ts'
import { serveSettings, type ServeFlags } from '../settings.ts'
import { addServeOptions, announce } from './serve.ts'

/** Adds the command to the program. */
export function registerDev(program: Program): void {
  const command = program.add(
    'dev',
    {
      'zh-cn': '开发时使用：保存 schema 或代码后，打开的页面立即更新，已填写的内容保留',
      en: 'serve while you edit: open pages follow every change of schemas and code and keep what was entered',
    },
    [
      ['tablewright dev', { 'zh-cn': '在 http://127.0.0.1:8000 启动', en: 'serve on http://127.0.0.1:8000' }],
      [
        'tablewright dev --port 8080 --no-demo',
        { 'zh-cn': '另一个端口，不加载演示数据', en: 'another port, no demo data' },
      ],
    ],
  )
  addServeOptions(program, command)
  setAction(command, dev)
}

async function dev(context: Context, _args: readonly string[], flags: ServeFlags): Promise<void> {
  const settings = serveSettings(context, flags)
  requireWebFolders([context.root, layoutOf(context).framework])
  await ensurePortFree(settings.host, settings.port)
  await recoverFiles(context.root, settings.dataFolder)
  const { root } = context
  let pages: Pages | null = null
  const onEnd = (said: string): void => {
    context.log(context.colors.red(context.t(endedServer(said).title)))
    pages?.report(endedServer(said))
  }
  const backend = createBackend(serverWords(context, flags), root, onEnd, {
    file: join(context.packageFolder, 'cli/launcher/standby.mjs'),
    packages: () => writePackages(root),
  })
  const rounds = createRounds<Changed>({
    run: (changed) => round(changed),
    join: (one, other) => ({ schemas: one.schemas || other.schemas, code: one.code || other.code }),
  })
  pages = await servePages(layoutOf(context), {
    host: settings.host,
    port: settings.port,
    dataFolder: settings.dataFolder,
    watched: watchedIn(root),
    handle: (from, to) => {
      if (!isServed(from.url ?? '')) return false
      void forward(backend.address(), from, to, (asked) => translate(languageOf(asked) ?? 'zh-cn', notRunning))
      return true
    },
    handleSocket: (from, socket, head) => {
      if (isHub(from)) void forwardSocket(backend.address(), from, socket, head)
    },
    onChange: (path) => {
      const changed = changeOf(root, path)
      if (changed) rounds.ask(changed)
    },
  })
  const session = createSession({ context, settings, backend, pages })
  const show = createDisplay(context, pages, (again) => rounds.ask(again))
  const round = async (changed: Changed): Promise<void> => {
    const startedAt = performance.now()
    const outcome = await session.update(changed)
    await show(outcome, (performance.now() - startedAt) / 1000)
  }
  stopOnSignals(pages, backend)
  rounds.ask({ schemas: true, code: true })
  await rounds.idle()
}

/** The server's own command line: it builds nothing, has no client, and applies what needs no decision. */
function serverWords({ root, language, verbose }: Context, flags: ServeFlags): readonly string[] {
  // The program was started with this file as its script.
  const own = [process.argv[1]!, 'serve', '--in-dev', '--json', '--auto-apply', '--port', '0']
  const passed = [
    '--root',
    root,
    '--lang',
    language,
    '--host',
    '127.0.0.1',
    ...(flags.data ? ['--data', flags.data] : []),
    ...(flags.database ? ['--database', flags.database] : []),
    ...(flags.logLevel ? ['--log-level', flags.logLevel] : []),
    ...(flags.demo === false ? ['--no-demo'] : []),
    ...(flags.captcha === false ? ['--no-captcha'] : []),
    ...(verbose ? ['--verbose'] : []),
  ]
  return [...own, ...passed]
}

const watchedIn = (root: string): string[] => ['schemas', 'runtime'].map((folder) => join(root, folder))

/** What a change of a file means; null when nothing has to be made again. Vite follows the client by itself. */
function changeOf(root: string, path: string): Changed | null {
  const place = relative(root, path).split(sep).join('/')
  if (/^schemas\/(?!dialect\/).*\.(json[c5]?|ya?ml)$/.test(place)) return { schemas: true, code: false }
  if (/^runtime\/(?!web\/).*\.(ts|tsx|json)$/.test(place)) return { schemas: false, code: true }
  return null
}

/** Prints what a round came to, and shows it in the pages. */
function createDisplay(
  context: Context,
  pages: Pages,
  again: (changed: Changed) => void,
): (outcome: Outcome, seconds: number) => Promise<void> {
  let isAnnounced = false
  let timer: NodeJS.Timeout | undefined
  const announceOnce = (started: Started): void => {
    if (!isAnnounced) announce(context, { ...started, address: pages.address })
    isAnnounced = true
  }
  return async (outcome, seconds) => {
    clearTimeout(timer)
    if (outcome.is === 'refused') {
      await logFinding(context, outcome.finding)
      pages.report(await reportOf(context.root, outcome.finding))
      if (outcome.mayEndByItself) timer = setTimeout(() => again({ schemas: true, code: false }), recheckMs)
      return
    }
    pages.report(null)
    await logWarnings(context, outcome.warnings)
    if (outcome.started && !isAnnounced) return announceOnce(outcome.started)
    const { t, colors } = context
    context.log(
      colors.dim(
        t(
          {
            'zh-cn': '已更新（{{seconds}} 秒，{{files}} 个生成的文件）',
            en: 'Updated ({{seconds}} s, generated files: {{files}})',
          },
          { seconds: seconds.toFixed(2), files: outcome.files },
        ),
      ),
    )
  }
}

/** How long a plan that waits for `apply` is not looked at again. */
const recheckMs = 2000

let lastWarnings = '[]'

/** Warnings of an earlier round are not printed again. */
async function logWarnings(context: Context, warnings: readonly Problem[]): Promise<void> {
  const text = JSON.stringify(warnings)
  if (text === lastWarnings) return
  lastWarnings = text
  await logProblems(context, warnings, 'warning')
}

let lastFinding = ''

/** A plan that still waits is not printed again. */
async function logFinding(context: Context, finding: Finding): Promise<void> {
  const text = JSON.stringify(finding)
  if (text === lastFinding) return
  lastFinding = text
  if (finding.is === 'problems') await logProblems(context, finding.problems)
  const { title, items, hint } = await reportOf(context.root, finding)
  const { t, colors } = context
  context.log(colors.red(t(title)))
  if (finding.is === 'problems') return
  for (const { place, message, frame } of items) {
    context.log([place, t(message)].filter(Boolean).join(' '))
    if (frame) context.log(frame)
  }
  if (hint) context.log(colors.bold(t(hint)))
}

function stopOnSignals(pages: Pages, backend: Backend): void {
  const stop = (): void => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop)
    void Promise.all([pages.close(), backend.stop()]).then(() => process.exit(0))
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
}
