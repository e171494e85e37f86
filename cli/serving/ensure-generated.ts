/** Before anything runs, generated/ has to follow from the schemas. */
import { generateIfStale } from '../build/generated.ts'
import { logProblems, withFileErrors } from '../log-problems.ts'
import { CommandError } from '../exit-codes.ts'
import type { Context } from '../program.ts'
import { interpolate } from '../../runtime/i18n/i18n.ts'

/**
 * Brings generated/ up to date. Throws a CommandError: exit 1 with all problems printed when the schemas are wrong, 4
 * when a generated file was edited.
 */
export async function ensureGenerated(context: Context): Promise<void> {
  const result = await withFileErrors(generateIfStale(context))
  const problems = [...result.problems, ...(result.codeProblems ?? [])]
  await logProblems(context, problems)
  await logProblems(context, result.warnings ?? [], 'warning')
  if (result.problems.length > 0) throw schemaError(problems.length)
  const inTheWay = [...result.kept, ...result.blocked]
  if (inTheWay.length > 0) throw editedFilesError(inTheWay)
  if (problems.length > 0) throw codeError(problems.length)
  const changed = result.written.length + result.removed.length
  if (changed > 0)
    context.log(
      context.colors.dim(
        context.t(
          {
            'zh-cn': '已按 schemas/ 更新 generated/（{{changed}} 个文件）',
            en: 'Updated generated/ (files: {{changed}})',
          },
          { changed },
        ),
      ),
    )
}

const schemaError = (count: number): CommandError =>
  new CommandError('findings', {
    message: interpolate(
      {
        'zh-cn': 'schemas/ 中有 {{count}} 个问题，未启动，也未做任何改动。',
        en: 'Problems in schemas/: {{count}}. Nothing was started or changed.',
      },
      { count },
    ),
    hint: {
      'zh-cn': '请修正后重试；tablewright check 可再次列出全部问题。',
      en: 'Fix them and try again; tablewright check lists them again.',
    },
  })

const codeError = (count: number): CommandError =>
  new CommandError('findings', {
    message: interpolate(
      {
        'zh-cn': '模块代码有 {{count}} 个问题，未启动。',
        en: 'Problems in the code of modules: {{count}}. Nothing was started.',
      },
      { count },
    ),
    hint: {
      'zh-cn': '请修正后重试；tablewright check 可再次列出全部问题。',
      en: 'Fix them and try again; tablewright check lists them again.',
    },
  })

const editedFilesError = (paths: readonly string[]): CommandError =>
  new CommandError('refused', {
    message: interpolate(
      { 'zh-cn': '以下生成的文件被手工修改过：{{paths}}', en: 'These generated files were edited by hand: {{paths}}' },
      { paths: paths.join(', ') },
    ),
    hint: {
      'zh-cn': '请把修改移到 schemas/ 或 runtime/modules/，或用 tablewright generate --force 覆盖。',
      en: 'Move the change to schemas/ or runtime/modules/, or overwrite with tablewright generate --force.',
    },
  })
