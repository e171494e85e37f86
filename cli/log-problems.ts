/** How commands report what they find in schemas, and errors of the file system. */
import type { Severity } from '../generator/format-problems.ts'
import type { Problem } from '../generator/source/problem.ts'
import type { Text } from '../runtime/protocol/index.ts'
import { CommandError } from './exit-codes.ts'
import type { Context } from './program.ts'

/** Prints problems or warnings on stderr, unless stdout carries them as JSON. */
export async function logProblems(
  context: Context,
  problems: readonly Problem[],
  severity: Severity = 'error',
): Promise<void> {
  if (context.json || problems.length === 0) return
  const { formatProblems } = await import('../generator/format-problems.ts')
  const { colors, language } = context
  const color = severity === 'error' ? colors.red : colors.yellow
  const paint = { head: (text: string) => colors.bold(color(text)), help: colors.cyan }
  for (const line of await formatProblems(context.root, problems, language, paint, severity)) context.log(line)
  context.log(context.t(totals[severity], { count: problems.length }))
}

const totals: Readonly<Record<Severity, Text>> = {
  error: { 'zh-cn': '共 {{count}} 个问题。', en: 'Problems found: {{count}}.' },
  warning: { 'zh-cn': '共 {{count}} 个警告。', en: 'Warnings: {{count}}.' },
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
