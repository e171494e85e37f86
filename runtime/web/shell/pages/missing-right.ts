/** Which right somebody lacked who was sent to the 401 page, and whom to ask, in the server's words. */
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { getData } from '../../api/client.ts'
import { ApiProblem } from '../../api/problem.ts'
import { codes } from '../../../protocol/index.ts'
import { useLanguage } from '../../i18n/language.ts'
import { isSignedIn } from '../../session/store.ts'
import { modelOf } from '../parts.ts'

/** Null while it is not known, and when nobody is signed in or the server does not say. */
export function useMissingRight(): string | null {
  const language = useLanguage()
  const told = useLocation().state as { page?: unknown } | null
  const page = typeof told?.page === 'string' ? told.page : null
  const [text, setText] = useState<string | null>(null)
  useEffect(() => {
    if (page === null || !isSignedIn()) return
    let isCurrent = true
    void reasonOf(page).then((reason) => { if (isCurrent) setText(reason) })
    return () => { isCurrent = false }
  }, [page, language])
  return text
}

/** Asks for the page once more, only to hear why not. */
async function reasonOf(page: string): Promise<string | null> {
  const controller = (await modelOf(page).catch(() => null))?.controller
  if (!controller) return null
  try {
    await getData(`/admin/${controller}/index`, 'limit=1', { quiet: true })
    return null
  } catch (error) {
    return error instanceof ApiProblem && error.code === codes.forbidden ? error.message : null
  }
}
