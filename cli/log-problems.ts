/** How commands report what they find in schemas, and errors of the file system. */
import type { Problem } from '../generator/source/problem.ts'
import { CommandError } from './exit-codes.ts'
import type { Context } from './program.ts'

/** Prints problems on stderr, unless stdout carries them as JSON. */
export async function logProblems(context: Context, problems: readonly Problem[]): Promise<void> {
  if (context.json || problems.length === 0) return
  const { formatProblems: tellProblems } = await import('../generator/format-problems.ts')
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
