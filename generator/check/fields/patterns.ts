import { member, objectOf, type JsonObject } from '../../source/json.ts'
import { both, type Problem } from '../../source/problem.ts'
import { problemOf } from '../rule.ts'
import { isLinear, safePatterns } from './safe-patterns.ts'
import type { Document } from '../view/document.ts'
import { fieldPointer, type View } from '../view/view.ts'

/** The rule's own shape: it alone takes time, since it proves that no text can make a pattern run away. */
export const patterns = {
  code: 'TW1408',
  name: 'A pattern is a regular expression with maxLength that cannot cause catastrophic backtracking',
  find: async (view: View): Promise<readonly Problem[]> => {
    const matches = [...view.entities.values()].flatMap(({ document, fields }) =>
      [...fields].flatMap(([name, field]) => [
        ...findPatterns(document, fieldPointer(name), field),
        ...findPatterns(document, `${fieldPointer(name)}/items`, objectOf(member(field, 'items'))),
      ]),
    )
    return (await Promise.all(matches.map(checkPattern))).flat()
  },
}

interface PatternUse {
  readonly document: Document
  readonly pointer: string
  readonly source: string
  readonly isBounded: boolean
}

function findPatterns(document: Document, pointer: string, keywords: JsonObject): readonly PatternUse[] {
  const source = member(keywords, 'pattern')
  return typeof source === 'string'
    ? [{ document, pointer: `${pointer}/pattern`, source, isBounded: member(keywords, 'maxLength') !== undefined }]
    : []
}

async function checkPattern({ document, pointer, source, isBounded }: PatternUse): Promise<readonly Problem[]> {
  const error = findSyntaxError(source)
  if (error !== null)
    return [
      problemOf('TW1408', document, pointer, 'value', {
        message: both(`不是合法的正则表达式：${error}`, `This is not a valid regular expression: ${error}`),
      }),
    ]
  if (!isBounded)
    return [
      problemOf('TW1408', document, pointer, 'name', {
        message: both('pattern 需要同时给出 maxLength。', 'A pattern also needs maxLength.'),
        hint: both('例如 "maxLength": 64', 'for example "maxLength": 64'),
      }),
    ]
  const result = await analyse(source)
  // Guard T60: patterns that can run away are refused.
  // Without: if (result.status) return []
  if (result.status === 'safe') return []
  const attackText = result.status === 'vulnerable' ? result.attack.string.slice(0, 40) : null
  const message =
    attackText === null
      ? both(
          '无法证明此 pattern 不会导致灾难性回溯。',
          'Cannot prove that this pattern is free of catastrophic backtracking.',
        )
      : both(
          `此 pattern 可能导致灾难性回溯，例如遇到 ${JSON.stringify(attackText)}…`,
          `This pattern can cause catastrophic backtracking, for example on ${JSON.stringify(attackText)}…`,
        )
  return [
    problemOf('TW1408', document, pointer, 'value', {
      message,
      hint: both(
        '避免嵌套或重叠的重复，例如 (a|a)*、(a+)+。',
        'avoid nested or overlapping repetitions, such as (a|a)* or (a+)+',
      ),
    }),
  ]
}

/** The analyser takes a third of a second to load and a process of its own for each pattern. */
async function analyse(source: string): Promise<Diagnostics> {
  if (safePatterns.has(source) || isLinear(source)) return { status: 'safe' }
  const cached = analysed.get(source)
  if (cached) return cached
  const { checkSync } = await import('recheck')
  const result = checkSync(source, 'u', { timeout: 10_000 })
  analysed.set(source, result)
  return result
}
const analysed = new Map<string, Diagnostics>()
type Diagnostics =
  | { readonly status: 'safe' | 'unknown' }
  | { readonly status: 'vulnerable'; readonly attack: { readonly string: string } }

function findSyntaxError(source: string): string | null {
  try {
    RegExp(source, 'u')
    return null
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^Invalid regular expression: /, '') : String(error)
  }
}
