/** A setting that an administrator adds: what was sent becomes its row. */
import { isSafeKey } from '../../../protocol/index.ts'
import type { Row } from '../../db/tables.ts'
import { text } from '../read-setting.ts'
import { rowOfItem } from './item.ts'
import { readDefinition, type DefinitionContext, type ItemProblems } from './item-definition.ts'
import { readItemValue, type ValueContext } from './values.ts'

interface ItemContext extends DefinitionContext {
  readonly values: ValueContext
}

/** What an administrator sent of a new item: its row, or the problems by member. */
export function readNewItem(
  body: Readonly<Record<string, unknown>>,
  context: ItemContext,
): { readonly row: Row } | { readonly problems: ItemProblems } {
  const { definition, problems } = readDefinition(body, context, null)
  const readName = text(30, false)(body['name'])
  const name = 'stored' in readName ? readName.stored : ''
  if ('problem' in readName) problems['name'] = readName
  else if (!/^[a-z][a-z0-9_]*$/.test(name) || !isSafeKey(name)) problems['name'] = { problem: 'config.item.name' }
  // Nothing is a value that a required setting may have only until it is saved for the first time.
  const initial = isNothing(body['value'])
    ? { stored: definition.type === 'switch' ? '0' : '' }
    : definition.type === 'password'
      ? // It would be in the log under the name `value`.
        ({ problem: 'config.item.secret' } as const)
      : readItemValue(definition, body['value'], context.values)
  if (!('stored' in initial)) problems['value'] = 'problem' in initial ? initial : { problem: 'field.type' }
  if (Object.keys(problems).length > 0 || !('stored' in initial)) return { problems }
  return { row: { ...rowOfItem(definition), name, value: initial.stored, allow_del: 1, version: 1 } }
}

const isNothing = (value: unknown): boolean => (value ?? null) === null || value === ''
