import { member, objectOf, type JsonObject } from '../../source/json.ts'
import { both, type Problem } from '../../source/problem.ts'
import { problemOf } from '../rule.ts'
import type { Document } from '../view/document.ts'
import { fieldPointer, type View } from '../view/view.ts'

/** The rule's own shape: it alone takes time, since it proves that no text can make a pattern run away. */
export const patterns = {
  code: 'TW1408',
  name: 'A pattern is a regular expression, bounded by maxLength, that cannot explode',
  find: async (view: View): Promise<readonly Problem[]> => {
    const found = [...view.entities.values()].flatMap(({ document, fields }) =>
      [...fields].flatMap(([name, field]) => [
        ...patternIn(document, fieldPointer(name), field),
        ...patternIn(document, `${fieldPointer(name)}/items`, objectOf(member(field, 'items'))),
      ]),
    )
    return (await Promise.all(found.map(judge))).flat()
  },
}

interface Found {
  readonly document: Document
  readonly pointer: string
  readonly source: string
  readonly isBounded: boolean
}

function patternIn(document: Document, pointer: string, keywords: JsonObject): readonly Found[] {
  const source = member(keywords, 'pattern')
  return typeof source === 'string'
    ? [{ document, pointer: `${pointer}/pattern`, source, isBounded: member(keywords, 'maxLength') !== undefined }]
    : []
}

async function judge({ document, pointer, source, isBounded }: Found): Promise<readonly Problem[]> {
  const fault = faultOf(source)
  if (fault !== null)
    return [
      problemOf('TW1408', document, pointer, 'value', {
        message: both(`不是合法的正则表达式：${fault}`, `This is no regular expression: ${fault}`),
      }),
    ]
  if (!isBounded)
    return [
      problemOf('TW1408', document, pointer, 'name', {
        message: both('pattern 需要同时给出 maxLength。', 'A pattern needs maxLength beside it.'),
        hint: both('例如 "maxLength": 64', 'for example "maxLength": 64'),
      }),
    ]
  const { checkSync } = await import('recheck')
  const verdict = checkSync(source, 'u', { timeout: 10_000 })
  if (verdict.status === 'safe') return []
  const attack = verdict.status === 'vulnerable' ? verdict.attack.string.slice(0, 40) : null
  const message =
    attack === null
      ? both('无法证明这个 pattern 不会失控。', 'It cannot be proven that this pattern never runs away.')
      : both(
          `这个 pattern 会失控，例如遇到 ${JSON.stringify(attack)}…`,
          `This pattern runs away, for example on ${JSON.stringify(attack)}…`,
        )
  return [
    problemOf('TW1408', document, pointer, 'value', {
      message,
      hint: both(
        '避免嵌套或重叠的重复，例如 (a|a)*、(a+)+。',
        'avoid repetitions that nest or overlap, such as (a|a)* or (a+)+',
      ),
    }),
  ]
}

function faultOf(source: string): string | null {
  try {
    new RegExp(source, 'u')
    return null
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^Invalid regular expression: /, '') : String(error)
  }
}
