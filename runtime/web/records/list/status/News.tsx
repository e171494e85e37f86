import { Button } from '@blueprintjs/core'
import { Refresh } from '@blueprintjs/icons'
import { useCallback, useEffect, useRef, useState } from 'react'
import { listTopic } from '../../../../protocol/index.ts'
import type { Row } from '../../../core/api/table.ts'
import { useTopic } from '../../../core/live/use-topic.ts'
import { useIsPageActive } from '../../../core/page/page.ts'
import { useLatest } from '../../../core/react/use-latest.ts'
import { useListActions, useListData } from '../context/contexts.ts'
import { useT } from '../texts/index.ts'
import { flatRows } from '../tree.ts'

/** Changes of others since the rows on the screen were read. */
interface ListNews {
  /** The rows on the screen. */
  readonly of: readonly Row[]
  /** Rows of this page that are not on the screen. */
  readonly count: number
}

/** Milliseconds: several changes within a moment are looked at once, and lists that change all the time rarely. */
const gatherMs = 400
const minIntervalMs = 5000

/**
 * Says how many rows others have added to the open list, or that some have changed. The rows stay where they are until
 * the person asks for the new ones.
 */
export function News() {
  const { reload } = useListActions()
  const t = useT()
  const { news, plan } = useNews()
  const list = useListData()
  const isActive = useIsPageActive()
  useTopic(isActive && !list.state.deleted ? listTopic(list.model.id) : null, { onChange: plan })
  const isShown = news !== null && news.of === list.loaded.rows && !list.loaded.isBusy
  return (
    <div className="list-news" role="status">
      {isShown && (
        <Button
          intent="primary"
          icon={<Refresh />}
          text={news.count > 0 ? t('newRows', { count: news.count }) : t('changedRows')}
          onClick={() => void reload()}
        />
      )}
    </div>
  )
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms))

/** Compares the rows on the screen with those of the server once something has changed. */
function useNews(): { readonly news: ListNews | null; readonly plan: () => void } {
  const latest = useLatest(useListData())
  const [news, setNews] = useState<ListNews | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const checkedAt = useRef(-minIntervalMs)
  const isWaiting = useRef(false)

  const check = useCallback(async (): Promise<void> => {
    // The list's own request is on its way, which the same one would cancel.
    while (latest.current.loaded.isBusy || !latest.current.loaded.isLoaded) {
      await pause(gatherMs)
      if (timer.current === undefined) return
    }
    timer.current = undefined
    const { api, query, loaded: before } = latest.current
    // Nobody looks: it is compared once somebody does.
    if (document.hidden) return void (isWaiting.current = true)
    isWaiting.current = false
    checkedAt.current = performance.now()
    const fresh = await api.index(query, { quiet: true, isBackground: true }).catch(() => null)
    if (fresh === null || latest.current.loaded.rows !== before.rows) return
    const shownIds = new Set(flatRows(before.rows).map(({ id }) => id))
    const count = flatRows(fresh.list).filter(({ id }) => !shownIds.has(id)).length
    const isSame = JSON.stringify(fresh.list) === JSON.stringify(before.rows)
    setNews(isSame ? null : { of: before.rows, count })
  }, [latest])

  const plan = useCallback((): void => {
    if (timer.current !== undefined) return
    const waitMs = Math.max(gatherMs, checkedAt.current + minIntervalMs - performance.now())
    timer.current = setTimeout(() => void check(), waitMs)
  }, [check])

  useEffect(() => {
    const compareLater = (): void => {
      if (!document.hidden && isWaiting.current) plan()
    }
    document.addEventListener('visibilitychange', compareLater)
    return () => {
      document.removeEventListener('visibilitychange', compareLater)
      clearTimeout(timer.current)
      timer.current = undefined
    }
  }, [plan])
  return { news, plan }
}
