/** The permission that led to the 401 page, and whom to ask for it. */
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { Language } from '../../../protocol/index.ts'
import { getData } from '../../core/api/client.ts'
import { useLanguage } from '../../core/i18n/language.ts'
import { isSignedIn } from '../../core/auth/session.ts'

export interface MissingPermission {
  /** As people know it, for example "Products: view". */
  readonly title: string
  /** Who can grant it; may be empty. */
  readonly ask: readonly string[]
}

/** Null until it is known, and when nobody is signed in or the permission is granted by now. */
export function useMissingPermission(): MissingPermission | null {
  const language = useLanguage()
  const state = useLocation().state as { page?: unknown } | null
  const page = typeof state?.page === 'string' ? state.page : null
  const [answer, setAnswer] = useState<{
    readonly language: Language
    readonly missing: MissingPermission | null
  } | null>(null)
  useEffect(() => {
    if (page === null || !isSignedIn()) return
    let isCurrent = true
    const setIfCurrent = (missing: MissingPermission | null): void => {
      if (isCurrent) setAnswer({ language, missing })
    }
    void fetchMissing(page).then(setIfCurrent)
    return () => {
      isCurrent = false
    }
  }, [page, language])
  return answer?.missing ?? null
}

interface WhyResponse {
  readonly title: string
  readonly reason: string | null
  readonly ask: readonly { readonly nickname: string }[]
}

/** Without an answer the page shows its general text. */
async function fetchMissing(page: string): Promise<MissingPermission | null> {
  try {
    const { title, reason, ask } = await getData<WhyResponse>(
      '/admin/Index/why',
      `node=${encodeURIComponent(`${page}/index`)}`,
      { quiet: true },
    )
    return reason === 'no_right' || reason === 'disabled_rule'
      ? { title, ask: ask.map(({ nickname }) => nickname) }
      : null
  } catch {
    return null
  }
}
