/** Before anything runs, generated/ has to follow from the schemas. */
import { generateIfStale } from '../build/generated.ts'
import { tell, unlessUnreadable } from '../commands/check.ts'
import { Halt } from '../exit.ts'
import type { Context } from '../program.ts'
import { fill } from '../say.ts'

/** Brings generated/ up to date. Throws a Halt: exit 1 with all problems told when the schemas are wrong, 4 when a generated file was edited. */
export async function generateForUse(context: Context): Promise<void> {
  const result = await unlessUnreadable(generateIfStale(context))
  if (result === null) return
  await tell(context, result.problems)
  if (result.problems.length > 0) throw wrongSchemas(result.problems.length)
  const inTheWay = [...result.kept, ...result.blocked]
  if (inTheWay.length > 0) throw edited(inTheWay)
  const changed = result.written.length + result.removed.length
  if (changed > 0)
    context.talk(
      context.colors.dim(
        context.say(
          {
            'zh-cn': '已按 schemas/ 更新 generated/（{{changed}} 个文件）',
            en: 'Brought generated/ up to date ({{changed}} files)',
          },
          { changed },
        ),
      ),
    )
}

const wrongSchemas = (count: number): Halt =>
  new Halt('findings', {
    what: fill(
      {
        'zh-cn': 'schemas/ 中有 {{count}} 个问题，没有启动，也没有改动任何东西。',
        en: 'The schemas have problems ({{count}}). Nothing was started and nothing changed.',
      },
      { count },
    ),
    mend: {
      'zh-cn': '改正后重试；tablewright check 可再次列出全部问题。',
      en: 'Mend them and try again; tablewright check lists them again.',
    },
  })

const edited = (paths: readonly string[]): Halt =>
  new Halt('refused', {
    what: fill(
      { 'zh-cn': '以下生成的文件被手工修改过：{{paths}}', en: 'These generated files were edited by hand: {{paths}}' },
      { paths: paths.join(', ') },
    ),
    mend: {
      'zh-cn': '把修改移到 schemas/ 或 runtime/modules/，或用 tablewright generate --force 覆盖。',
      en: 'Move the change to schemas/ or runtime/modules/, or overwrite with tablewright generate --force.',
    },
  })
