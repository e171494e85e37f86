/** The numbers that messages of guards and checks show. */
import type { MessageNumber } from '../../runtime/protocol/index.ts'
import type { RawMessage } from '../raw/documents.ts'
import { readRule } from './read.ts'
import type { RuleScope } from './scope.ts'

/** Names between the double braces of a message, each once. */
export const placeholdersOf = (message: string): readonly string[] => [
  ...new Set([...message.matchAll(/\{\{(.*?)\}\}/g)].map(([, name = '']) => name.trim())),
]

/**
 * The numbers of a message, by placeholder: a rule of `values`, or else the field or input of that name. Undefined when
 * the message shows none.
 */
export function messageNumbersOf(
  { message, values = {} }: RawMessage,
  scope: RuleScope,
): Readonly<Record<string, MessageNumber>> | undefined {
  const numbers = placeholdersOf(message.en).map((name) => [name, numberOf(values[name] ?? name, scope)] as const)
  return numbers.length > 0 ? Object.fromEntries(numbers) : undefined
}

function numberOf(source: string, scope: RuleScope): MessageNumber {
  const read = readRule(source, 'number', scope)
  if ('fault' in read)
    throw new Error(`the rule ${source} passed the checks and cannot be read: ${read.fault.message.en}`)
  return { rule: read.rule, scale: read.scale ?? 0 }
}
