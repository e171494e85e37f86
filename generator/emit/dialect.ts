/** `schemas/dialect/*.json`: the meta-schemas editors and foreign tools read. */
import { dialect } from '../dialect/documents.ts'
import { metaSchema } from '../dialect/meta-schema.ts'
import { jsonText } from './literal.ts'
import { json, type Output } from './output.ts'

/** Folder of the meta-schemas below the project root. */
export const dialectFolder = 'schemas/dialect'

export function emitDialect(): readonly Output[] {
  return Object.entries(dialect).map(([type, shape]) =>
    json(`${dialectFolder}/${type}.json`, "tablewright's table of keywords", '$comment', (banner) =>
      jsonText({ ...banner, ...metaSchema(type, shape) }),
    ),
  )
}
