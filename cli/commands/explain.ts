/** `tablewright explain`: what a problem code means, why there is a rule, and how to follow it. */
import { explanations, type Explanation } from '../../generator/explanations/index.ts'
import { interpolate } from '../../runtime/i18n/i18n.ts'
import { CommandError } from '../exit-codes.ts'
import { setAction, type Context, type Program } from '../program.ts'
import { nearestName } from '../../runtime/server/core/nearest-name.ts'

/** Adds the command to the program. */
export function registerExplain(program: Program): void {
  const command = program.add(
    'explain [code]',
    {
      'zh-cn': '解释一个问题代码：规则、原因、修正方法和示例',
      en: 'explain the code of a problem: the rule, why, how to fix it, an example',
    },
    [
      ['tablewright explain TW1101', { 'zh-cn': '解释 TW1101', en: 'explain TW1101' }],
      ['tablewright explain', { 'zh-cn': '列出所有代码', en: 'list all codes' }],
    ],
  )
  setAction(command, explain)
}

const listed = Object.entries(explanations).sort(([one], [other]) => (one < other ? -1 : 1))
const codes = listed.map(([code]) => code)

async function explain(context: Context, [asked]: readonly string[]): Promise<void> {
  if (asked === undefined) {
    const lines = listed.map(([code, { rule }]) => `${code}  ${context.t(rule)}`)
    return context.print(
      listed.map(([code, one]) => ({ code, ...one })),
      lines,
    )
  }
  const code = /^\d{4}$/.test(asked) ? `TW${asked}` : asked.toUpperCase()
  const found = Object.hasOwn(explanations, code) ? explanations[code] : undefined
  if (!found) throw unknownCode(asked, nearestName(code, codes))
  context.print({ code, ...found }, linesOf(context, code, found))
}

function linesOf({ t, colors }: Context, code: string, { rule, why, fix, wrong, right }: Explanation): string[] {
  const head = (text: { 'zh-cn': string; en: string }): string => colors.bold(t(text))
  const indented = (text: string): string =>
    text
      .split('\n')
      .map((line) => `  ${line}`)
      .join('\n')
  return [
    `${colors.bold(code)} ${t(rule)}`,
    '',
    head({ 'zh-cn': '原因', en: 'Why' }),
    indented(t(why)),
    head({ 'zh-cn': '修正方法', en: 'How to fix it' }),
    indented(t(fix)),
    head({ 'zh-cn': '错误示例', en: 'Wrong' }),
    colors.red(indented(wrong)),
    head({ 'zh-cn': '正确示例', en: 'Right' }),
    colors.green(indented(right)),
  ]
}

function unknownCode(code: string, near: string | null): CommandError {
  return new CommandError('usage', {
    message: interpolate({ 'zh-cn': '没有问题代码“{{code}}”。', en: 'There is no problem code "{{code}}".' }, { code }),
    hint: near
      ? interpolate({ 'zh-cn': '是不是想查 {{near}}？', en: 'Did you mean {{near}}?' }, { near })
      : { 'zh-cn': 'tablewright explain 列出所有代码。', en: 'tablewright explain lists all codes.' },
  })
}
