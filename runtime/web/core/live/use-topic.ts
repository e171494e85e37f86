/** Topics of the realtime hub in pages. */
import { useEffect, useEffectEvent } from 'react'
import { useSnapshot } from 'valtio'
import type { TopicPage } from '../../../protocol/index.ts'
import { getData } from '../api/client.ts'
import { adminHub, memberHub, type HubClient } from './hub-client.ts'
import { TopicSync, type TopicEntry } from './topic-sync.ts'

export interface TopicUse {
  /**
   * Entries of the topic, in order, each of them once: what was missed is fetched. For topics whose kind has a
   * `fetch`.
   */
  readonly onEntries?: (entries: readonly TopicEntry[]) => void
  /** The topic's numbers have started anew; entries follow from the first one on. */
  readonly onReset?: () => void
  /**
   * The topic has changed, or may have while the socket was closed; also called once the subscription begins. For
   * topics whose subscribers read the present state.
   */
  readonly onChange?: () => void
  /** Sent by another client at this moment. */
  readonly onMessage?: (data: unknown) => void
  /** The topic may not be read, or not any more. */
  readonly onRefused?: () => void
  /** The last number that the page knows already. */
  readonly after?: number
  /** An administrator reads it, unless it says `member`. */
  readonly as?: 'admin' | 'member'
}

export interface LiveTopic {
  /** False while there is no connection: a page that has to be up to date polls then. */
  readonly isOpen: boolean
  /** To those who are connected at this moment; stored nowhere. */
  readonly send: (data: unknown) => void
}

const areas = { admin: '/admin', member: '/api' } as const

/**
 * Subscribes to a topic while the component is mounted; null = to none.
 * @example
 * useTopic(`conv:${id}`, { onEntries: (entries) => entries.forEach(({ data }) => add(data as Message)) })
 */
export function useTopic(topic: string | null, use: TopicUse): LiveTopic {
  const { as = 'admin', after } = use
  const hub = as === 'admin' ? adminHub() : memberHub()
  const onEntries = useEffectEvent((entries: readonly TopicEntry[]) => use.onEntries?.(entries))
  const onReset = useEffectEvent(() => use.onReset?.())
  const onChange = useEffectEvent(() => use.onChange?.())
  const onMessage = useEffectEvent((data: unknown) => use.onMessage?.(data))
  const onRefused = useEffectEvent(() => use.onRefused?.())
  const hasEntries = use.onEntries !== undefined
  useEffect(() => {
    if (topic === null) return undefined
    const sync = hasEntries
      ? new TopicSync({ fetch: (last) => fetchTopic(as, topic, last), onEntries, onReset, ...(after && { after }) })
      : null
    const unsubscribe = hub.subscribe(topic, {
      onHead(head) {
        sync?.onHead(head)
        onChange()
      },
      onEvent(seq, data) {
        if (seq !== null) sync?.onEvent(seq, data)
        onChange()
      },
      onMessage: (data) => onMessage(data),
      onRefused: () => onRefused(),
    })
    return () => {
      unsubscribe()
      sync?.stop()
    }
    // A later `after` is what the subscription itself has brought.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [topic, hub, as, hasEntries])
  return { isOpen: useIsOpen(hub), send: (data) => topic !== null && hub.send(topic, data) }
}

/** Whether the socket of the administrator is open. */
const useIsOpen = (hub: HubClient): boolean => useSnapshot(hub.state).isOpen

const fetchTopic = (as: 'admin' | 'member', topic: string, after: number): Promise<TopicPage> =>
  getData<TopicPage>(`${areas[as]}/Live/topic`, `topic=${encodeURIComponent(topic)}&after=${after}`, {
    quiet: true,
    isBackground: true,
  })
