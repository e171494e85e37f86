/** `<module>/<entity>/row.ts`: types of a row and of the input, by json-schema-to-typescript. */
import type { Entity } from '../link/schema-set.ts'
import type { JsonObject } from '../source/json.ts'
import { folderOf } from './folder.ts'
import { typescript, type Output } from './output.ts'
import { formatTypes } from './format-types.ts'
import { inputSchema, rowSchema } from './wire-schema.ts'

export async function emitRow(entity: Entity): Promise<Output> {
  const { model, source, type } = entity
  const row = await typesOf(rowSchema(model), type)
  const input = await typesOf(inputSchema(entity), `${type}Input`)
  return typescript(
    `${folderOf(model)}/row.ts`,
    `schemas/${source}`,
    `/** ${inComment(model.label.en)}: a row as the server sends it. */\n${row}\n/** What \`add\` and \`edit\` take. */\n${input}`,
  )
}

/** Text that cannot end the comment it stands in, nor its line. */
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
