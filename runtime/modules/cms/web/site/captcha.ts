import { ApiError } from 'tablewright/web'

/** The server wants a captcha before it does what was asked. */
export function isCaptchaMissing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const errors = (error.data as { readonly errors?: Readonly<Record<string, string>> } | null)?.errors
  return errors?.['captcha'] !== undefined
}
