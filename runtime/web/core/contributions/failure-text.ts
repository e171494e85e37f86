/** What is said when code of a module fails: what the server says, else what may help. */
import { ApiError } from '../api/api-error.ts'
import { t } from '../i18n/shell-texts.ts'
import { isMissingChunk } from '../loading/ErrorBoundary.tsx'

export function failureText(error: unknown): string {
  if (error instanceof ApiError) return error.message
  // For the developer of the module.
  console.error(error)
  return t(isMissingChunk(error) ? 'page.newVersion' : 'page.failed')
}
