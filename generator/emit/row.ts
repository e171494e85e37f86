/** `<module>/<entity>/row.ts`: types of a row, of the input and of what actions take, by json-schema-to-typescript. */
import type { MachineActionModel } from '../../runtime/protocol/index.ts'
import type { Entity } from '../link/schema-set.ts'
import type { JsonObject } from '../source/json.ts'
import { folderOf } from './folder.ts'
import { typescript, type Output } from './output.ts'
import { formatTypes } from './format-types.ts'
import { actionInputSchema, inputSchema, rowSchema } from './wire-schema.ts'

export async function emitRow(entity: Entity): Promise<Output> {
  const { model, source, type } = entity
  const parts = [
    `/** ${inComment(model.label.en)}: a row as the server sends it. */`,
    await typesOf(rowSchema(model), type),
    '/** What `add` and `edit` take. */',
    await typesOf(inputSchema(entity), `${type}Input`),
  ]
  for (const action of model.machine?.actions ?? []) {
    const form = entity.actionForms.get(action.name)
    if (form)
      parts.push(
        `/** What the action \`${action.name}\` takes. */`,
        await typesOf(actionInputSchema(action, form), actionInputType(entity, action)),
      )
  }
  return typescript(`${folderOf(model)}/row.ts`, `schemas/${source}`, parts.join('\n'))
}

/** Interface of what an action takes, for example `OutboundShipInput`. */
export const actionInputType = ({ type }: Entity, { name }: Pick<MachineActionModel, 'name'>): string =>
  `${type}${name.slice(0, 1).toUpperCase()}${name.slice(1)}Input`

/** Text that can end neither the comment around it nor its line. */
function inComment(text: string): string {
  return text.replace(/[\r\n\u2028\u2029]+/g, ' ').replaceAll('*/', '* /')
}

async function typesOf(schema: JsonObject, name: string): Promise<string> {
  // Loaded when it is needed: commands that generate nothing start without it.
  const { compile } = await import('json-schema-to-typescript')
  const plain = structuredClone(schema) as Parameters<typeof compile>[0]
  const source = await compile(plain, name, {
    format: false,
    bannerComment: '',
    ignoreMinAndMaxItems: true,
    unknownAny: true,
  })
  return formatTypes(source.replace(/^export interface \w+/, `export interface ${name}`))
}
