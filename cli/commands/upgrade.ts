/** `tablewright upgrade`: brings the generated files and the tables of a product to the installed version. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { interpolate } from '../../runtime/i18n/i18n.ts'
import type { Text } from '../../runtime/protocol/index.ts'
import type { Step } from '../../runtime/server/db/index.ts'
import { generateIfStale } from '../build/generated.ts'
import { serverProducts } from '../build/products.ts'
import { addGeneratedImports } from '../code/generated-imports.ts'
import { CommandError, exitCodes, type Exit } from '../exit-codes.ts'
import { logProblems, withFileErrors } from '../log-problems.ts'
import { readProduct } from '../product.ts'
import { setAction, type Context, type Program } from '../program.ts'
import { loadServer, serverPaths, type Server } from '../serving/server.ts'
import { readVersion } from '../serving/with-database.ts'
import { databaseSettings, type DatabaseFlags } from '../settings.ts'
import { compareVersions, notesBetween, type VersionNotes } from '../upgrading/notes.ts'
import { recordVersion } from '../upgrading/record-version.ts'
import { backupText, fillText, logProgress, logWaiting } from './apply.ts'
import { addDatabaseOptions } from './database-options.ts'
import { isOpen, logNotes, needsDecision } from './plan.ts'

interface UpgradeFlags extends DatabaseFlags {
  readonly yes?: boolean
}

/** Adds the command to the program. */
export function registerUpgrade(program: Program): void {
  const command = program.add(
    'upgrade',
    {
      'zh-cn': '把产品的生成文件和数据库更新到已安装的 Tablewright 版本',
      en: 'bring the files and tables of a product to the installed Tablewright',
    },
    [
      [
        'tablewright upgrade',
        { 'zh-cn': '在 npm install tablewright@latest 之后运行', en: 'after npm install tablewright@latest' },
      ],
      [
        'tablewright upgrade --yes',
        {
          'zh-cn': '不询问，直接更新数据库',
          en: 'change the database without asking',
        },
      ],
    ],
  )
  addDatabaseOptions(program, command)
  command.option(
    '--yes',
    program.t({
      'zh-cn': '更新数据库前不询问',
      en: 'do not ask before the database is changed',
    }),
  )
  setAction(command, upgrade)
}

async function upgrade(context: Context, _args: readonly string[], flags: UpgradeFlags): Promise<Exit> {
  const [from, to] = [versionOfProduct(context), readVersion(context)]
  if (compareVersions(from, to) > 0) throw olderPackageError(from, to)
  const changelog = readFileSync(join(context.packageFolder, 'CHANGELOG.md'), 'utf8')
  const notes = notesBetween(changelog, from, to)
  if (!context.json) logVersions(context, { from, to, notes })
  const files = await regenerate(context)
  if (addGeneratedImports(context.root) && !context.json) context.log(context.t(importsText))
  const { steps, left, backup } = await upgradeDatabase(context, flags)
  const ok = !left.some(isOpen)
  if (ok && from !== to) recordVersion(context.root, to)
  if (!context.json) logResult(context, { version: to, ok })
  context.print({ ok, from, to, notes, files, steps, left, backup }, [])
  return ok ? exitCodes.ok : exitCodes.refused
}

function versionOfProduct({ root }: Context): string {
  const product = readProduct(root)
  if (product) return product.version
  throw new CommandError('usage', {
    message: interpolate(
      {
        'zh-cn': '{{root}} 不是 Tablewright 产品：package.json 中没有 tablewright 一项。',
        en: '{{root}} is not a product: its package.json has no entry "tablewright".',
      },
      { root },
    ),
    hint: {
      'zh-cn': '请进入 tablewright init 创建的目录，或用 --root 指定。',
      en: 'Change to a folder that tablewright init created, or set it with --root.',
    },
  })
}

const olderPackageError = (from: string, to: string): CommandError =>
  new CommandError('refused', {
    message: interpolate(
      {
        'zh-cn': '该产品使用 Tablewright {{from}}，已安装的 {{to}} 更旧，未做任何改动。',
        en: 'This product follows Tablewright {{from}}; the installed {{to}} is older. Nothing was changed.',
      },
      { from, to },
    ),
    hint: interpolate(
      { 'zh-cn': '请运行 npm install tablewright@{{from}}。', en: 'Run npm install tablewright@{{from}}.' },
      { from },
    ),
  })

interface Versions {
  readonly from: string
  readonly to: string
  readonly notes: readonly VersionNotes[]
}

function logVersions({ log, t, colors }: Context, { from, to, notes }: Versions): void {
  const text = from === to ? current : changed
  log(t(text, { from, to }))
  for (const { version, lines } of notes) {
    log(colors.bold(version))
    for (const line of lines) log(line)
  }
}

const current: Text = {
  'zh-cn': '该产品已使用 Tablewright {{to}}。',
  en: 'The product follows Tablewright {{to}}.',
}
const changed: Text = { 'zh-cn': 'Tablewright {{from}} → {{to}}', en: 'Tablewright {{from}} → {{to}}' }

const importsText: Text = {
  'zh-cn': '已在 package.json 的 imports 中加入 #generated/…：模块可用它代替指向 generated/ 的相对路径。',
  en: 'Added #generated/… to imports in package.json: modules may use it in place of relative paths to generated/.',
}

/** Generates again. Throws a CommandError when schemas have problems or a generated file was edited. */
async function regenerate(context: Context): Promise<number> {
  const result = await withFileErrors(generateIfStale(context))
  await logProblems(context, result.problems)
  if (result.problems.length > 0)
    throw new CommandError('findings', {
      message: {
        'zh-cn': '这个版本不接受 schemas/ 中的部分内容，数据库未改动。',
        en: 'This version refuses parts of schemas/. The database was not changed.',
      },
      hint: { 'zh-cn': '请修正后重新运行。', en: 'Fix them, then run it again.' },
    })
  const codeProblems = result.codeProblems ?? []
  await logProblems(context, codeProblems)
  if (codeProblems.length > 0)
    throw new CommandError('findings', {
      message: {
        'zh-cn': '模块的代码有上述问题，数据库未改动。',
        en: 'The code of modules has these problems. The database was not changed.',
      },
      hint: { 'zh-cn': '请修正后重新运行。', en: 'Fix them, then run it again.' },
    })
  const edited = [...result.kept, ...result.blocked]
  if (edited.length > 0) throw editedFilesError(edited)
  const count = result.written.length + result.removed.length
  if (!context.json)
    context.log(
      context.t(
        {
          'zh-cn': '已更新 {{count}} 个生成的文件。',
          en: 'Generated files updated: {{count}}.',
        },
        { count },
      ),
    )
  return count
}

const editedFilesError = (paths: readonly string[]): CommandError =>
  new CommandError('refused', {
    message: interpolate(
      {
        'zh-cn': '以下生成的文件被手工修改过：{{paths}}',
        en: 'These generated files were edited by hand: {{paths}}',
      },
      { paths: paths.join(', ') },
    ),
    hint: {
      'zh-cn': '请把修改移到 schemas/ 或 runtime/modules/，再运行 tablewright generate --force。',
      en: 'Move the changes to schemas/ or runtime/modules/, then run tablewright generate --force.',
    },
  })

interface Changed {
  readonly steps: readonly Step[]
  /** Steps that were not run: what is kept, and what needs a decision. */
  readonly left: readonly Step[]
  readonly backup: string | null
}

/** Plans, asks, and applies the safe steps; the others wait for `tablewright apply --plan`. */
async function upgradeDatabase(context: Context, flags: UpgradeFlags): Promise<Changed> {
  const server = await loadServer(context, serverProducts)
  const { databaseUrl } = databaseSettings(context, flags)
  return server.withDatabaseErrors(databaseUrl, () => changeDatabase(context, server, databaseUrl, flags))
}

async function changeDatabase(
  context: Context,
  server: Server,
  databaseUrl: string,
  flags: UpgradeFlags,
): Promise<Changed> {
  const models = await server.models()
  const plan = await server.planAt(databaseUrl, models, serverPaths(context.root))
  logNotes(context, plan.notes)
  if (!context.json) for (const step of plan.steps) logStep(context, step)
  // What data steps of modules may give waits for no person.
  const isFollowed = plan.steps.some(({ kind }) => kind === 'migrate')
  const waiting = isFollowed ? [] : plan.steps.filter(needsDecision)
  if (waiting.length > 0 || plan.steps.every(({ class: kind }) => kind !== 'safe')) {
    if (waiting.length > 0 && !context.json) logWaiting(context, waiting, plan.hash)
    return { steps: [], left: plan.steps, backup: null }
  }
  if (!flags.yes) await confirm(context)
  return apply(context, server, databaseUrl)
}

async function apply(context: Context, server: Server, databaseUrl: string): Promise<Changed> {
  const database = await server.openDatabase(databaseUrl, serverPaths(context.root))
  try {
    const models = await server.models()
    const onProgress = logProgress(context, fillText)
    const { validatorsRoot } = serverPaths(context.root)
    const options = { safeOnly: true, backup: true, validatorsRoot, language: context.language, onProgress }
    const applied = await server.applyPlan(database, models, options)
    await server.buildSearch(database, models, {})
    if (applied.backup !== null && !context.json) context.log(context.t(backupText, { place: applied.backup }))
    return applied
  } finally {
    await database.close()
  }
}

function logStep({ log, t, colors }: Context, step: Step): void {
  log(`${step.class === 'safe' ? colors.green('+') : colors.yellow('–')} ${t(step.reason)}`)
}

/** Throws a CommandError when there is nobody to ask (exit 2), or the answer is not yes (exit 4). */
async function confirm(context: Context): Promise<void> {
  const { environment, json } = context
  if (json || !process.stdin.isTTY || !process.stderr.isTTY || environment['CI'])
    throw new CommandError('usage', {
      message: {
        'zh-cn': '更新数据库须确认，但这里没有可以回答的终端。数据库未改动。',
        en: 'Changing the database needs a confirmation, and there is no terminal. The database was not changed.',
      },
      hint: { 'zh-cn': '请加 --yes 重新运行。', en: 'Run it again with --yes.' },
    })
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await terminal.question(
      context.t({ 'zh-cn': '执行标有 + 的步骤？[y/N] ', en: 'Run the steps marked with +? [y/N] ' }),
    )
    if (/^\s*(y|yes|是)\s*$/i.test(answer)) return
  } finally {
    terminal.close()
  }
  throw new CommandError('refused', {
    message: { 'zh-cn': '已取消，数据库未改动。', en: 'Canceled. The database was not changed.' },
  })
}

function logResult({ log, t }: Context, { version, ok }: { readonly version: string; readonly ok: boolean }): void {
  if (ok) log(t({ 'zh-cn': '已更新到 {{version}}。', en: 'The product follows {{version}} now.' }, { version }))
  else
    log(
      t({
        'zh-cn': '有步骤需要决定：请先运行 tablewright plan 和 tablewright apply --plan。',
        en: 'Steps wait for a decision: see tablewright plan, run tablewright apply --plan, then tablewright upgrade.',
      }),
    )
}
