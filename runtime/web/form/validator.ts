/**
 * Validates a draft as the server does: the kind of each field reads it first, then the compiled JSON Schema checks
 * the canonical values. Problems pass through rjsf as codes, so that they follow a change of language.
 */
import type { RJSFSchema, ValidationData, ValidatorType } from '@rjsf/utils'
import createPrecompiledValidator from '@rjsf/validator-ajv8/lib/createPrecompiledValidator.js'
import type { ValidatorFunctions } from '@rjsf/validator-ajv8/lib/types.js'
import {
  holdsLines,
  memoizeByObject,
  problemOfSchemaError,
  writableFields,
  type FieldProblem,
  type FormModel,
  type Language,
  type SchemaError,
  type TableModel,
} from '../../protocol/index.ts'
import { describeFieldProblem } from '../../i18n/field-problems.ts'
import { isAll, readLines, readValue, type Draft } from './draft.ts'
import { nestedErrors } from './nested-errors.ts'
import { requiresItems } from './required.ts'
import type { DraftRules } from './rules.ts'

/** What the form of a table needs in addition to its model. */
export interface FormDefinition {
  readonly form: FormModel
  readonly validators: ValidatorFunctions
}

/**
 * The validator for rjsf.
 * @param evaluateRules evaluates the rules of a draft
 * @param isNew an empty private field (a password) of an existing record means "unchanged", so it is not required
 */
export function recordValidator(
  parts: FormDefinition,
  isNew: boolean,
  timeZone: string,
  evaluateRules: (draft: Draft) => Pick<DraftRules, 'writable' | 'lines' | 'problems'>,
): ValidatorType<Draft> {
  const schema = parts.form.schema as RJSFSchema
  const inner = createPrecompiledValidator<Draft>(parts.validators, schema)
  return {
    isValid: (part, data) => inner.isValid(part, data, schema),
    rawValidation: (part, data) => inner.rawValidation(part, data),
    validateFormData: (draft) => {
      const { writable: model, lines, problems: broken } = evaluateRules(draft ?? {})
      const { values, problems } = readDraft(model, draft ?? {}, timeZone)
      const open = new Set(writableFields(model).map(({ name }) => name))
      for (const error of inner.rawValidation<SchemaError>(schema, values).errors ?? []) {
        const { field, problem } = problemOfSchemaError(error)
        // A field that a rule fixes is not sent, so that it is not missing either.
        if (!problems.has(field) && open.has(field.split('.')[0] ?? field)) problems.set(field, problem)
      }
      for (const { name } of writableFields(model))
        if (values[name] === undefined && !problems.has(name) && requiresItems(schema.properties?.[name]))
          problems.set(name, { rule: 'required' })
      dropLockedProblems(lines, problems)
      for (const [field, problem] of broken) if (!problems.has(field)) problems.set(field, problem)
      if (!isNew) dropUnchangedPrivateProblems(model, draft ?? {}, problems)
      return asValidationData(problems)
    },
  }
}

/** The message of a problem code; null when the text is a message of the server. */
export function problemText(code: string, language: Language): string | null {
  const problem = problemOfCode(code)
  return problem && describeFieldProblem(language, problem)
}

function readDraft(model: TableModel, draft: Draft, timeZone: string) {
  const values: Record<string, unknown> = {}
  const problems = new Map<string, FieldProblem>()
  for (const field of writableFields(model)) {
    const read = readValue(field, draft[field.name], timeZone)
    if ('problem' in read) problems.set(field.name, read.problem)
    // An unreadable value counts as present, so that the schema does not report it as missing.
    if ('problem' in read) values[field.name] = draft[field.name]
    else if (read.value !== null && !isAll(field, read.value))
      values[field.name] = holdsLines(field)
        ? (read.value as readonly object[]).map((line) => withoutNulls(line))
        : read.value
    if (holdsLines(field))
      for (const [index, line] of readLines(field, draft[field.name], timeZone).entries())
        for (const [name, problem] of line.problems) problems.set(`${field.name}.${index}.${name}`, problem)
  }
  return { values, problems }
}

/** A line as the schema has it, which allows absent values, not null. */
const withoutNulls = memoizeByObject((line: object): object =>
  Object.fromEntries(Object.entries(line).filter(([, value]) => value !== null)),
)

/** Fields that do not exist in a line or cannot be changed there are ignored, as the server ignores them. */
function dropLockedProblems(lines: DraftRules['lines'], problems: Map<string, FieldProblem>): void {
  for (const [field, all] of lines)
    all.forEach(({ hidden, fixed }, index) =>
      [...hidden, ...fixed].forEach((name) => problems.delete(`${field}.${index}.${name}`)),
    )
}

function dropUnchangedPrivateProblems(model: TableModel, draft: Draft, problems: Map<string, FieldProblem>): void {
  for (const field of writableFields(model))
    if (field.private && (draft[field.name] ?? '') === '') problems.delete(field.name)
}

const mark = 'problem:'

function asValidationData(problems: ReadonlyMap<string, FieldProblem>): ValidationData<Draft> {
  const errors = [...problems].map(([field, problem]) => ({
    name: problem.rule,
    property: `.${field}`,
    message: mark + JSON.stringify(problem),
    stack: field,
  }))
  return {
    errors,
    errorSchema: nestedErrors(
      errors.map((error) => [error.stack, error.message]),
    ) as ValidationData<Draft>['errorSchema'],
  }
}

function problemOfCode(code: string): FieldProblem | null {
  return code.startsWith(mark) ? (JSON.parse(code.slice(mark.length)) as FieldProblem) : null
}
