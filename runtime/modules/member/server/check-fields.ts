/** Checks of what somebody entered, so that one answer names every field that is wrong. */
import { OperationError } from 'tablewright/server'

type Checks = Readonly<Record<string, () => unknown>>
type Checked<T extends Checks> = { readonly [Name in keyof T]: Awaited<ReturnType<T[Name]>> }

/**
 * Runs every check, one after the other.
 * @returns what they returned, by name
 * @throws an OperationError `invalid` with the fields of all that refused; a refusal that names no field at once
 */
export async function checkFields<T extends Checks>(checks: T): Promise<Checked<T>> {
  const values: Record<string, unknown> = {}
  const errors: Record<string, string> = {}
  for (const [name, check] of Object.entries(checks)) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- a check that counts tries comes after those before it
      values[name] = await check()
    } catch (error) {
      if (!(error instanceof OperationError) || !error.details.errors) throw error
      Object.assign(errors, error.details.errors)
    }
  }
  if (Object.keys(errors).length > 0) throw new OperationError('invalid', { errors })
  return values as Checked<T>
}
