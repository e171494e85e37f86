/** `tablewright generate`: brings generated/ and schemas/dialect/ up to date with the schemas. */
import type { GenerateOptions, GenerateResult } from '../../generator/pipeline.ts'
import type { Text } from '../../runtime/protocol/index.ts'
import { generateIfStale } from '../build/generated.ts'
import { exitCodes, type Exit } from '../exit-codes.ts'
import { setAction, type Context, type Program } from '../program.ts'
import { logProblems, withFileErrors } from '../log-problems.ts'

/** Adds the command to the program. */
export function registerGenerate(program: Program): void {
  const command = program.add(
    'generate',
    { 'zh-cn': '根据 schemas/ 重新生成 generated/', en: 'regenerate generated/ from the schemas' },
    [
      ['tablewright generate', { 'zh-cn': '修改 schema 之后运行', en: 'after changing a schema' }],
      [
        'tablewright generate --check',
        {
          'zh-cn': '不写文件，只确认已是最新（用于 CI）',
          en: 'write nothing, only verify that all files are up to date (for CI)',
        },
      ],
      [
        'tablewright generate --dry-run',
        { 'zh-cn': '只显示将写入哪些文件', en: 'only show which files would be written' },
      ],
    ],
  )
  command.option(
    '--check',
    program.t({
      'zh-cn': '不写文件；有文件过期时退出码为 1',
      en: 'write nothing; exit with code 1 if a file is out of date',
    }),
  )
  command.option(
    '--dry-run',
    program.t({ 'zh-cn': '不写文件；只显示会发生什么', en: 'write nothing; only report what would happen' }),
  )
  command.option(
    '--force',
    program.t({ 'zh-cn': '覆盖被手工修改过的生成文件', en: 'overwrite generated files that were edited by hand' }),
  )
  setAction(command, runGenerate)
}

async function runGenerate(context: Context, _args: readonly string[], options: GenerateOptions): Promise<Exit> {
  const result = await withFileErrors(generateIfStale(context, options))
  await logProblems(context, [...result.problems, ...(result.codeProblems ?? [])])
  await logProblems(context, result.warnings ?? [], 'warning')
  logSkipped(context, result)
  if (!context.json && (options.check || options.dryRun)) for (const line of changes(result)) context.log(line)
  const exit = exitOf(result, options)
  context.print(
    { ok: exit === exitCodes.ok, ...result },
    result.problems.length > 0 ? [] : [summary(context, result, options)],
  )
  return exit
}

function exitOf(result: GenerateResult, options: GenerateOptions): Exit {
  if (result.problems.length > 0) return exitCodes.findings
  if (result.kept.length > 0 || result.blocked.length > 0) return exitCodes.refused
  const isIncomplete = (result.codeProblems ?? []).length > 0
  const isStale = options.check && result.written.length + result.removed.length > 0
  return isIncomplete || isStale ? exitCodes.findings : exitCodes.ok
}

const changes = (result: GenerateResult): readonly string[] => [
  ...result.written.map((path) => `+ ${path}`),
  ...result.removed.map((path) => `- ${path}`),
]

function logSkipped(context: Context, result: GenerateResult): void {
  if (context.json) return
  const logAll = (paths: readonly string[], message: Text) =>
    paths.forEach((path) => context.log(context.t(message, { path })))
  logAll(result.kept, {
    'zh-cn': '{{path}} 被手工修改过，未覆盖。请把修改移到 schemas/ 或 runtime/modules/，或加 --force 覆盖。',
    en:
      '{{path}} was edited by hand and was kept. ' +
      'Move the change to schemas/ or runtime/modules/, or overwrite it with --force.',
  })
  logAll(result.blocked, {
    'zh-cn': '{{path}} 是符号链接或目录，未写入。请先将其移走。',
    en: '{{path}} was not written: a symbolic link or a folder has this path. Move it first.',
  })
}

function summary(context: Context, result: GenerateResult, options: GenerateOptions): string {
  const count = (name: Exclude<keyof GenerateResult, 'codeProblems' | 'warnings'>, text: Text): string[] =>
    result[name].length > 0 || name === 'written' || name === 'unchanged'
      ? [context.t(text, { count: result[name].length })]
      : []
  const isDry = options.check || options.dryRun
  return [
    ...count(
      'written',
      isDry
        ? { 'zh-cn': '将写入 {{count}} 个', en: '{{count}} to write' }
        : { 'zh-cn': '写入 {{count}} 个', en: '{{count}} written' },
    ),
    ...count('unchanged', { 'zh-cn': '未变 {{count}} 个', en: '{{count}} unchanged' }),
    ...count(
      'removed',
      isDry
        ? { 'zh-cn': '将删除 {{count}} 个', en: '{{count}} to remove' }
        : { 'zh-cn': '删除 {{count}} 个', en: '{{count}} removed' },
    ),
    ...count('kept', { 'zh-cn': '保留 {{count}} 个（被手工修改过）', en: '{{count}} kept (edited by hand)' }),
    ...count('blocked', { 'zh-cn': '受阻 {{count}} 个', en: '{{count}} blocked' }),
  ].join(context.t({ 'zh-cn': '，', en: ', ' }))
}
