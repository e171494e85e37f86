/** `tablewright check`: every problem of the schemas, at once. */
import type { Problem } from '../../generator/source/problem.ts'
import { exitCodes, CommandError, type Exit } from '../exit-codes.ts'
import { setAction, type Context, type Program } from '../program.ts'

/** Adds the command to the program. */
export function registerCheck(program: Program): void {
  const command = program.add(
    'check',
    { 'zh-cn': '检查 schemas/ 并列出全部问题', en: 'check the schemas and list all problems' },
    [
      ['tablewright check', { 'zh-cn': '检查当前项目', en: 'check the project in this folder' }],
      ['tablewright check --json', { 'zh-cn': '以 JSON 输出全部问题', en: 'all problems as JSON' }],
    ],
  )
  setAction(command, runCheck)
}

async function runCheck(context: Context): Promise<Exit> {
  const { check } = await import('../../generator/pipeline.ts')
  const problems = await withFileErrors(check(context.root))
  await logProblems(context, problems)
  const isFine = problems.length === 0
  context.print(
    { ok: isFine, problems },
    isFine ? [context.t({ 'zh-cn': '没有发现问题。', en: 'No problems found.' })] : [],
  )
  return isFine ? exitCodes.ok : exitCodes.findings
}

/** Prints problems on stderr, unless stdout carries them as JSON. */
export async function logProblems(context: Context, problems: readonly Problem[]): Promise<void> {
  if (context.json || problems.length === 0) return
  const { formatProblems: tellProblems } = await import('../../generator/format-problems.ts')
  const { colors, language } = context
  const lines = await tellProblems(context.root, problems, language, {
    head: (text) => colors.bold(colors.red(text)),
    help: colors.cyan,
  })
  for (const line of lines) context.log(line)
  context.log(
    context.t({ 'zh-cn': '共 {{count}} 个问题。', en: 'Problems found: {{count}}.' }, { count: problems.length }),
  )
}

/** Turns an error of the file system into a readable message. */
export async function withFileErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException
    if (!code || !path) throw error
    throw new CommandError('environment', {
      message: { 'zh-cn': `无法读写 ${path}（${code}）。`, en: `Cannot read or write ${path} (${code}).` },
      hint: {
        'zh-cn': '请检查该路径是否存在，以及当前用户是否有读写权限。',
        en: 'Check that it exists and that you have permission to read and write it.',
      },
    })
  }
}
