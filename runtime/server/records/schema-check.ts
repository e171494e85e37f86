/** Validates a whole record with its compiled JSON Schema. */
import { problemOfSchemaError, type StoredValue, type TableModel } from '../../protocol/index.ts'
import { asDocument, type Problems } from './body.ts'
import type { Validate } from '../operation/scope.ts'

/**
 * Adds the problems of the schema, but only on fields that were touched: a record that was never complete must not
 * prevent changes to something else. Fields with a known problem are skipped.
 */
export function checkSchema(
  model: TableModel,
  validate: Validate | null,
  record: ReadonlyMap<string, StoredValue>,
  touched: ReadonlySet<string>,
  problems: Problems,
): void {
  if (!validate || validate(asDocument(model, record))) return
  for (const error of validate.errors ?? []) {
    const { field, problem } = problemOfSchemaError(error)
    if (touched.has(field) && !problems.has(field)) problems.set(field, problem)
  }
}
